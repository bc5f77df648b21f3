using System.Numerics;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

/// <summary>In steady state no pool allocates on the managed heap.</summary>
public abstract class PoolAllocationTests<THandle, TUnit> : IDisposable
    where THandle : struct, IComparable<THandle>, IEqualityOperators<THandle, THandle, bool>, ISpanFormattable,
    IUtf8SpanFormattable
    where TUnit : unmanaged, IEquatable<TUnit>
{
    private const int Strings = 1_000;

    private readonly TestedPool<THandle, TUnit> _pool;
    private readonly THandle[] _handles = new THandle[Strings];
    private readonly PooledStringId[] _ids = new PooledStringId[Strings];

    private protected PoolAllocationTests(TestedPool<THandle, TUnit> pool) => _pool = pool;

    public void Dispose()
    {
        _pool.Dispose();
        GC.SuppressFinalize(this);
    }

    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    public void Allocating_and_freeing_in_bulk(int length)
    {
        TUnit[] text = Text(length);

        Check(() =>
        {
            for (int i = 0; i < Strings; i++)
            {
                _handles[i] = _pool.Allocate(text);
            }

            foreach (THandle handle in _handles)
            {
                _pool.Free(handle);
            }
        });
    }

    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    [InlineData(600_000)]
    [InlineData(9_000_000)]
    public void Allocating_and_freeing_in_turn(int length)
    {
        TUnit[] text = Text(length);

        Check(() =>
        {
            for (int i = 0; i < (length < 100_000 ? 50 : 3); i++)
            {
                PooledStringId id = _pool.Id(_pool.Allocate(text));
                _pool.Free(id);
                _pool.Free(id);
            }
        });
    }

    [Fact]
    public void Mixed_lengths_in_random_order()
    {
        TUnit[][] texts = [.. Enumerable.Range(0, 2_000).Select(Text)];
        var random = new Random(30);

        Check(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                ref PooledStringId id = ref _ids[random.Next(Strings)];
                _pool.Free(id);
                id = _pool.Id(_pool.Allocate(texts[random.Next(texts.Length)]));
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
        TUnit[] small = Text(40);
        TUnit[] large = Text(400);

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
        TUnit[] small = Text(40);
        TUnit[] large = Text(400);

        Check(() =>
        {
            for (int i = 0; i < Strings; i++)
            {
                _ids[i] = _pool.Id(_pool.Allocate(i % 2 == 0 ? small : large));
            }

            foreach (PooledStringId id in _ids)
            {
                _pool.Free(id);
            }

            _pool.Trim();
        });
    }

    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    public void Reading_comparing_searching_and_formatting(int length)
    {
        THandle handle = _pool.Allocate(Text(length));
        THandle twin = _pool.Duplicate(handle);
        TUnit[] first = Text(1);
        char[] chars = new char[length];
        byte[] bytes = new byte[length];

        Check(() =>
        {
            PooledStringId id = _pool.Id(handle);
            Require(_pool.AsSpan(handle).Length == length && _pool.AsSpan(id)[0].Equals(_pool.At(handle, length - 1)));
            Require(handle == twin && handle.GetHashCode() == twin.GetHashCode() && handle.CompareTo(twin) == 0);
            Require(_pool.Search(handle, first) == new Matches(0, length - 1, true, true, true));
            Require(_pool.SubstringSpan(handle, 0, 1).Length == 1 && _pool.IsAlive(handle) && !_pool.IsEmpty(handle));
            Require(handle.TryFormat(chars, out _, "", null) && handle.TryFormat(bytes, out _, "", null));
            Require(_pool.TryGetSpan(_pool.Resolve(id), out _) && _pool.TryGetSpan(id, out _));
        });
    }

    [Fact]
    public void Using_stale_handles_without_exceptions()
    {
        THandle handle = _pool.Allocate("text");
        _pool.Free(handle);

        Check(() =>
        {
            _pool.Free(handle);
            Require(!_pool.IsAlive(handle) && !_pool.TryGetSpan(handle, out _) && handle == _pool.Resolve(_pool.Id(handle)));
            Require(handle.GetHashCode() == _pool.Id(handle).GetHashCode());
        });
    }

    [Fact]
    public void Interpolating()
    {
        string name = "name";
        int number = 1234567;
        THandle pooled = _pool.Allocate("pooled");

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.Free(_pool.Allocate($"{name,10} = {number:N0} {pooled} {1.5:F3} {i}"));
            }
        });
    }

    [Theory]
    [InlineData(9_000)]
    [InlineData(16_000)]
    public void Interpolating_a_long_text(int length)
    {
        string text = new('x', length);

        Check(() =>
        {
            for (int i = 0; i < 10; i++)
            {
                _pool.Free(_pool.Allocate($"{text}{i}"));
            }
        });
    }

    [Fact]
    public void Creating_and_editing()
    {
        THandle handle = _pool.Allocate("some text to edit");
        TUnit[] inserted = _pool.Encode("thing in a");
        TUnit[] oldValue = _pool.Encode("e");
        TUnit[] newValue = _pool.Encode("ee");

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.Free(_pool.Create(10 + i, oldValue[0], static (text, unit) => text.Fill(unit)));
                _pool.Free(_pool.Insert(handle, 4, inserted));
                _pool.Free(_pool.Replace(handle, oldValue, newValue));
                _pool.Free(_pool.Duplicate(handle));
            }
        });
    }

    [Fact]
    public void Counting()
    {
        _pool.Allocate("text");
        _pool.Allocate(Text(1_000));

        Check(() =>
        {
            Require(_pool.GetStatistics().ActiveAllocations == 2 && _pool.ActiveAllocations == 2);
            Require(_pool.BytesReserved > 0 && _pool.ManagedBytes > 0);
        });
    }

    private protected static void Check(Action code) => Assert.Equal(0, ManagedAllocations.Of(code));

    // xunit assertions allocate.
    private protected static void Require(bool condition)
    {
        if (!condition)
        {
            Assert.Fail("The measured code returned a wrong result.");
        }
    }

    private TUnit[] Text(int length) => _pool.Encode(new string('x', length));
}
