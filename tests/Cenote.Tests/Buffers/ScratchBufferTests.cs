using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Buffers;
using Cenote.Tests.Support;

namespace Cenote.Tests.Buffers;

public sealed unsafe class ScratchBufferTests
{
    private const int Mebibyte = 1 << 20;

    public static TheoryData<int> Lengths => [0, 1, 2, 63, 64, 65, 1_000, 4_096, 65_536, 65_537, Mebibyte, (8 * Mebibyte) + 1];

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_buffer_has_the_length_that_was_asked_for(int length) => SteppedThread.RunOnce(() =>
    {
        Check<byte>(length);
        Check<short>(length);
        Check<double>(length);
        Check<decimal>(length);
        Check<DateTime>(length);
        Check<Guid>(length);
        Check<ThreeBytes>(length);
        Check<(int, byte)>(length);
        if (length <= Mebibyte)
        {
            Check<HundredBytes>(length);
        }
    });

    [Fact]
    public void Buffers_of_one_method_do_not_overlap() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> a = Scratch.Rent<byte>(100);
        using ScratchBuffer<int> b = Scratch.Rent<int>(50_000);
        using ScratchBuffer<ThreeBytes> c = Scratch.Rent<ThreeBytes>(7);
        a.Span.Fill(1);
        b.Span.Fill(2);
        c.Span.Fill(new ThreeBytes { First = 3 });

        Assert.True(a.Span.IndexOfAnyExcept((byte)1) < 0);
        Assert.True(b.Span.IndexOfAnyExcept(2) < 0);
        Assert.Equal(3, c[6].First);
    });

    [Fact]
    public void Memory_is_used_again_at_once() => SteppedThread.RunOnce(() =>
    {
        nuint first = AddressOfNext(1_000);

        Assert.Equal(first, AddressOfNext(1_000));
        Assert.Equal(first, AddressOfNext(10));
    });

    [Fact]
    public void Contents_are_zeros_only_where_that_is_asked_for() => SteppedThread.RunOnce(() =>
    {
        using (ScratchBuffer<byte> dirty = Scratch.Rent<byte>(1_000))
        {
            dirty.Span.Fill(0xA5);
        }

        using (ScratchBuffer<byte> asItWas = Scratch.Rent<byte>(1_000))
        {
            Assert.Equal(0xA5, asItWas[999]);
        }

        using ScratchBuffer<byte> clear = Scratch.Rent<byte>(1_000, clear: true);
        Assert.True(clear.Span.IndexOfAnyExcept((byte)0) < 0);
        clear.Span.Fill(1);
        clear.Clear();
        Assert.True(clear.Span.IndexOfAnyExcept((byte)0) < 0);
    });

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(64, true)]
    [InlineData(65, false)]
    [InlineData(100_000, false)]
    public void The_callers_stack_is_used_first(int length, bool fits) => SteppedThread.RunOnce(() =>
    {
        Span<char> initial = stackalloc char[64];
        using (var buffer = new ScratchBuffer<char>(initial, length))
        {
            Assert.Equal(length, buffer.Length);
            Assert.Equal(
                fits, Unsafe.AreSame(ref MemoryMarshal.GetReference(initial), ref MemoryMarshal.GetReference(buffer.Span)));
            Assert.Equal(fits ? 0 : 1, Scratch.GetStatistics().BytesInUse > 0 ? 1 : 0);
        }

        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Lengths_that_no_array_has_are_refused(int length) => SteppedThread.RunOnce(() =>
    {
        var refusals = new[]
        {
            Assert.Throws<ArgumentOutOfRangeException>(nameof(length), () => Scratch.Rent<byte>(length).Dispose()),
            Assert.Throws<ArgumentOutOfRangeException>(
                nameof(length), () => new ScratchBuffer<HundredBytes>(default, length).Dispose()),
            Assert.Throws<ArgumentOutOfRangeException>(nameof(length), () =>
            {
                using ScratchFrame frame = Scratch.Frame();
                frame.Rent<long>(length);
            }),
            Assert.Throws<ArgumentOutOfRangeException>("capacity", () => new ScratchList<int>(length).Dispose()),
        };

        Assert.All(refusals, refusal => Assert.Contains($"{Array.MaxLength}", refusal.Message, StringComparison.Ordinal));
        Assert.All(refusals, refusal => Assert.Equal(length, refusal.ActualValue));
        Assert.Equal((0L, 0), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().OpenFrames));
    });

    [Fact]
    public void What_no_array_could_hold_is_refused_and_nothing_has_changed() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<byte> outer = Scratch.Rent<byte>(10);
        ScratchStatistics before = Scratch.GetStatistics();

        var refusal = Assert.Throws<OutOfMemoryException>(() => Scratch.Rent<HundredBytes>(Array.MaxLength).Dispose());

        Assert.Contains($"{100L * Array.MaxLength / 64 * 64}"[..6], refusal.Message, StringComparison.Ordinal);
        Assert.Equal(before, Scratch.GetStatistics());
    });

    [HugeFact]
    public void More_than_two_gibibytes_can_be_rented() => SteppedThread.RunOnce(() =>
    {
        using ScratchBuffer<long> buffer = Scratch.Rent<long>(500_000_000);
        buffer[^1] = 5;

        Assert.Equal(4_000_000_000, Scratch.GetStatistics().BytesBorrowed);
        Assert.Equal(5, buffer[499_999_999]);
    });

    [Fact]
    public void Slices_are_checked_and_keep_the_memory() => SteppedThread.RunOnce(() =>
    {
        using (ScratchBuffer<int> buffer = Scratch.Rent<int>(10))
        {
            for (int i = 0; i < 10; i++)
            {
                buffer[i] = i;
            }

            Assert.Equal([3, 4, 5, 6, 7, 8, 9], buffer.Slice(3).ToArray());
            Assert.Equal([3, 4], buffer.Slice(3, 2).ToArray());
            Assert.Equal([2, 3, 4, 5, 6, 7, 8], buffer[2..^1].ToArray());
            Assert.Equal((0, 0, 9), (buffer.Slice(10).Length, buffer.Slice(10, 0).Length, buffer[^1]));
        }

        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Theory]
    [InlineData(-1, 1, "start")]
    [InlineData(11, 0, "start")]
    [InlineData(int.MinValue, 0, "start")]
    [InlineData(3, 8, "length")]
    [InlineData(3, -1, "length")]
    [InlineData(10, int.MaxValue, "length")]
    public void Slices_beyond_the_end_are_refused_and_keep_the_memory(int start, int length, string parameter) =>
        SteppedThread.RunOnce(() =>
    {
        Assert.Throws<ArgumentOutOfRangeException>(parameter, () =>
        {
            using ScratchBuffer<int> buffer = Scratch.Rent<int>(10);
            buffer.Slice(start, length).Clear();
        });

        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    [Fact]
    public void Indexes_beyond_the_end_are_refused() => SteppedThread.RunOnce(() =>
    {
        Assert.Throws<IndexOutOfRangeException>(() => UseOf(3, static buffer => buffer[3]));
        Assert.Throws<IndexOutOfRangeException>(() => UseOf(3, static buffer => buffer[-1]));
        Assert.Throws<ArgumentOutOfRangeException>("start", () => UseOf(3, static buffer => buffer.Slice(4).Length));
        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    });

    [Fact]
    public void A_disposed_buffer_is_empty_and_may_be_disposed_again() => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<int> buffer = Scratch.Rent<int>(10);
        buffer.Dispose();
        buffer.Dispose();

        Assert.Equal((0, true), (buffer.Length, buffer.Span.IsEmpty));
        using ScratchBuffer<int> twice = Scratch.Rent<int>(10);
        twice.Dispose();
    });

    [Fact]
    public void A_buffer_may_be_returned_for_the_caller_to_dispose() => SteppedThread.RunOnce(() =>
    {
        using (ScratchBuffer<int> squares = Squares(100))
        {
            Assert.Equal(9_801, squares[99]);
        }

        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);

        static ScratchBuffer<int> Squares(int count)
        {
            ScratchBuffer<int> buffer = Scratch.Rent<int>(count);
            for (int i = 0; i < count; i++)
            {
                buffer[i] = i * i;
            }

            return buffer;
        }
    });

    [Fact]
    public void Buffers_without_elements_are_released_in_any_order() => SteppedThread.RunOnce(() =>
    {
        ScratchBuffer<int> empty = Scratch.Rent<int>(0);
        ScratchBuffer<int> large = Scratch.Rent<int>(100_000);
        ScratchBuffer<int> emptyToo = Scratch.Rent<int>(0);
        large.Dispose();
        emptyToo.Dispose();
        Scratch.Trim();
        empty.Dispose();

        Assert.Equal((0L, 0L), (Scratch.GetStatistics().BytesInUse, Scratch.GetStatistics().Misuses));
    });

    private static void Check<T>(int length)
        where T : unmanaged
    {
        using (ScratchBuffer<T> buffer = Scratch.Rent<T>(length))
        {
            Assert.Equal((length, length), (buffer.Length, buffer.Span.Length));
            var address = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(buffer.Span));
            Assert.Equal((nuint)0, address % 64);
            MemoryMarshal.AsBytes(buffer.Span).Fill(0x5A);
            long bytes = ((long)length * sizeof(T)) + 63;
            Assert.Equal(bytes - (bytes % 64), Scratch.GetStatistics().BytesInUse);
        }

        Assert.Equal(0, Scratch.GetStatistics().BytesInUse);
    }

    private static nuint AddressOfNext(int length)
    {
        using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(length);
        return (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(buffer.Span));
    }

    private static int UseOf(int length, BufferUse use)
    {
        using ScratchBuffer<int> buffer = Scratch.Rent<int>(length);
        return use(buffer);
    }

    private delegate int BufferUse(ScratchBuffer<int> buffer);

    [StructLayout(LayoutKind.Sequential, Size = 3)]
    private struct ThreeBytes
    {
        public byte First;
    }

    [InlineArray(100)]
    private struct HundredBytes
    {
        private byte _first;
    }
}
