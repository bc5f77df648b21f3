using System.Text;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Tests.Memory;

/// <summary>Every owner reports whether it is disposed, and a disposed owner holds no memory.</summary>
public sealed class IsDisposedTests
{
    [Fact]
    public void Pools() =>
        Check(new SegmentedStringPool(), static pool => pool.IsDisposed, static pool => pool.BytesReserved);

    [Fact]
    public void Concurrent_pools() =>
        Check(new ConcurrentStringPool(), static pool => pool.IsDisposed, static pool => pool.BytesReserved);

    [Fact]
    public void Pools_of_utf8() =>
        Check(new Utf8StringPool(), static pool => pool.IsDisposed, static pool => pool.BytesReserved);

    [Fact]
    public void Contiguous_pools() =>
        Check(new UnmanagedStringPool(1_000), static pool => pool.IsDisposed, static pool => pool.BytesReserved);

    [Fact]
    public void Synchronized_pools() =>
        Check(
            new SynchronizedStringPool(new SegmentedStringPool()),
            static pool => pool.IsDisposed,
            static pool => pool.BytesReserved);

    [Fact]
    public void Arenas() => Check(new StringArena(), static arena => arena.IsDisposed, static arena => arena.BytesReserved);

    [Fact]
    public void Lists() => Check(new StringArenaList(), static list => list.IsDisposed, static list => list.BytesReserved);

    [Fact]
    public void Dictionaries() =>
        Check(
            new PooledStringDictionary<int>(),
            static dictionary => dictionary.IsDisposed,
            static dictionary => dictionary.BytesReserved);

    [Fact]
    public void Concurrent_dictionaries() =>
        Check(
            new ConcurrentPooledStringDictionary<int>(),
            static dictionary => dictionary.IsDisposed,
            static dictionary => dictionary.BytesReserved);

    [Fact]
    public void Sets() => Check(new PooledStringSet(), static set => set.IsDisposed, static set => set.BytesReserved);

    [Fact]
    public void Tables() => Check(new StringTable(), static table => table.IsDisposed, static _ => 0);

    [Fact]
    public void Object_pools() =>
        Check(
            new ObjectPool<StringBuilder>(static () => new StringBuilder(), static item => item.Clear(), 4, false),
            static pool => pool.IsDisposed,
            static _ => 0);

    private static void Check<TOwner>(TOwner owner, Func<TOwner, bool> isDisposed, Func<TOwner, long> bytes)
        where TOwner : IDisposable
    {
        Assert.False(isDisposed(owner));
        owner.Dispose();
        Assert.True(isDisposed(owner));
        Assert.Equal(0, bytes(owner));
    }
}
