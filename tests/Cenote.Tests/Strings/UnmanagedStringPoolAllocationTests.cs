using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>
/// In steady state a pool allocates nothing on the managed heap. Alone, for the JIT compiler optimizes late while other tests run.
/// </summary>
[Collection(nameof(Alone))]
public sealed class UnmanagedStringPoolAllocationTests : IDisposable
{
    private const int Strings = 1_000;

    private readonly UnmanagedStringPool _pool = new(1_000);
    private readonly PooledString[] _handles = new PooledString[Strings];
    private readonly PooledStringId[] _ids = new PooledStringId[Strings];

    public static TheoryData<int> Lengths => [1, 8, 128, 129, 1_000, 40_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Allocating_and_freeing_in_bulk(int length)
    {
        string text = new('x', length);

        Check(() =>
        {
            for (int i = 0; i < Strings; i++)
            {
                _handles[i] = _pool.Allocate(text);
            }

            foreach (PooledString handle in _handles)
            {
                handle.Free();
            }
        });
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    [InlineData(600_000)]
    [InlineData(9_000_000)]
    public void Allocating_and_freeing_in_turn(int length)
    {
        string text = new('x', length);

        Check(() =>
        {
            for (int i = 0; i < (length < 100_000 ? 50 : 3); i++)
            {
                PooledStringId id = _pool.Allocate(text).Id;
                _pool.Free(id);
                _pool.Free(id);
            }
        });
    }

    [Fact]
    public void Mixed_lengths_in_random_order()
    {
        string[] texts = [.. Enumerable.Range(0, 2_000).Select(static length => new string('x', length))];
        var random = new Random(30);

        Check(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                ref PooledStringId id = ref _ids[random.Next(Strings)];
                _pool.Free(id);
                id = _pool.Allocate(texts[random.Next(texts.Length)]).Id;
            }

            foreach (PooledStringId id in _ids)
            {
                _pool.Free(id);
            }
        });
    }

    [Fact]
    public void Clearing_and_refilling()
    {
        string small = new('s', 40);
        string large = new('l', 400);

        Check(() =>
        {
            for (int i = 0; i < Strings; i++)
            {
                _pool.Allocate(small);
                _pool.Allocate(large);
            }

            _pool.Clear();
        });
    }

    [Fact]
    public void Trimming_and_refilling()
    {
        string small = new('s', 40);
        string large = new('l', 400);

        Check(() =>
        {
            for (int i = 0; i < Strings; i++)
            {
                _ids[i] = _pool.Allocate(i % 2 == 0 ? small : large).Id;
            }

            foreach (PooledStringId id in _ids)
            {
                _pool.Free(id);
            }

            _pool.Trim();
        });
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Reading_comparing_searching_and_formatting(int length)
    {
        PooledString handle = _pool.Allocate(new string('x', length));
        PooledString twin = handle.Duplicate();
        char[] chars = new char[length];
        byte[] bytes = new byte[length];

        Check(() =>
        {
            Require(handle.AsSpan().Length == length && _pool.AsSpan(handle.Id)[0] == handle[^1]);
            Require(handle == twin && handle.GetHashCode() == twin.GetHashCode() && handle.CompareTo(twin) == 0);
            Require(handle.IndexOf("x") == 0 && handle.LastIndexOf("x") == length - 1 && handle.Contains("x"));
            Require(handle.StartsWith("X", StringComparison.OrdinalIgnoreCase) && handle.EndsWith("x"));
            Require(handle.SubstringSpan(0, 1).Length == 1 && handle.IsAlive && !handle.IsEmpty);
            Require(handle.TryFormat(chars, out _) && handle.TryFormat(bytes, out _));
            Require(_pool.Resolve(handle.Id).TryGetSpan(out _) && _pool.TryGetSpan(handle.Id, out _));
        });
    }

    [Fact]
    public void Compacting_by_itself()
    {
        using var pool = new UnmanagedStringPool(10_000, allowGrowth: false);
        string[] texts = [.. Enumerable.Range(1, 300).Select(static length => new string('x', length))];
        var random = new Random(31);
        int position = 0;
        var ids = new PooledStringId[50];

        Check(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                pool.Free(ids[position]);
                ids[position] = pool.Allocate(texts[random.Next(texts.Length)]).Id;
                position = (position + 1) % ids.Length;
            }
        });
    }

    [Fact]
    public void Defragmenting_and_reserving() => Check(() =>
    {
        PooledStringId id = _pool.Allocate("text").Id;
        _pool.Reserve(100);
        _pool.DefragmentAndGrowPool(0);
        _pool.Free(id);
    });

    [Fact]
    public void Using_stale_handles_without_exceptions()
    {
        PooledString handle = _pool.Allocate("text");
        handle.Free();

        Check(() =>
        {
            handle.Free();
            Require(!handle.IsAlive && !handle.TryGetSpan(out _) && handle == _pool.Resolve(handle.Id));
            Require(handle.GetHashCode() == handle.Id.GetHashCode());
        });
    }

    [Fact]
    public void Interpolating()
    {
        string name = "name";
        int number = 1234567;
        PooledString pooled = _pool.Allocate("pooled");

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                PooledString handle = _pool.Allocate($"{name,10} = {number:N0} {pooled} {1.5:F3} {i}");
                handle.Free();
            }
        });
    }

    [Fact]
    public void Decoding_utf8()
    {
        byte[] small = Encoding.UTF8.GetBytes("größer als ein Byte");
        byte[] large = Encoding.UTF8.GetBytes(new string('€', 1_000));

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.AllocateUtf8(small).Free();
                _pool.AllocateUtf8(large).Free();
            }
        });
    }

    [Fact]
    public void Creating_and_editing()
    {
        PooledString handle = _pool.Allocate("some text to edit");

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.Create(10 + i, i, static (text, state) => text.Fill((char)state)).Free();
                handle.Insert(4, "thing in a").Free();
                handle.Replace("e", "ee").Free();
                handle.Duplicate().Free();
            }
        });
    }

    [Fact]
    public void Counting()
    {
        _pool.Allocate("text");
        _pool.Allocate(new string('x', 1_000));

        Check(() =>
        {
            Require(_pool.GetStatistics().ActiveAllocations == 2);
            Require(_pool.ActiveAllocations == 2 && _pool.FreeSpaceChars >= _pool.EndBlockSizeChars && _pool.FragmentationPercentage == 0);
            Require(_pool.GetTotalBytesUnmanaged() > 0 && _pool.GetTotalBytesManaged() > 0);
        });
    }

    private static void Check(Action code) => Assert.Equal(0, ManagedAllocations.Of(code));

    // The assertions of xunit allocate.
    private static void Require(bool condition)
    {
        if (!condition)
        {
            Assert.Fail("The code under test does not do what is measured.");
        }
    }
}
