using Cenote.Collections;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>Entries of native collections take no managed memory, and undisposed collections are finalized.</summary>
public sealed class NativeCollectionsMemoryTests
{
    private const int Entries = 300_000;

    // Allows for objects, lists of runs, the directory of a table and the table of segments.
    private const long MostManagedBytes = 256 << 10;

    [Fact]
    public void The_managed_heap_is_as_small_with_many_entries_as_with_none()
    {
        using var filled = new Filled();

        Assert.InRange(ManagedAllocations.Held(static () => new Filled()), long.MinValue, MostManagedBytes);
        Assert.InRange(filled.ManagedBytes, 0, MostManagedBytes);
    }

    [Fact]
    public void What_is_forgotten_is_finalized()
    {
        for (int round = 0; round < RunSettings.Length(300); round++)
        {
            Forget(round);
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        using var dictionary = new NativeDictionary<int, int>();
        dictionary.Add(1, 2);
        Assert.Equal(2, dictionary[1]);
    }

    private static void Forget(int round)
    {
        var dictionary = new NativeDictionary<int, long>();
        var concurrent = new ConcurrentNativeDictionary<int, long>(concurrencyLevel: 1);
        var list = new NativeList<long>();
        var store = new BlobStore();
        for (int i = 0; i < 1_000; i++)
        {
            dictionary.Add(i, round);
            concurrent[i] = round;
            list.Add(round);
            store.Allocate([(byte)i]);
        }

        Assert.Equal(4_000, dictionary.Count + concurrent.Count + list.Count + store.Count);
    }

    private sealed class Filled : IDisposable
    {
        private readonly NativeDictionary<Int128, Guid> _dictionary = new();
        private readonly ConcurrentNativeDictionary<long, Guid> _concurrent = new();
        private readonly NativeList<Guid> _list = new();
        private readonly BlobStore _store = new();
        private readonly NativeList<BlobId> _ids = new();

        public Filled()
        {
            for (int i = 0; i < Entries; i++)
            {
                _dictionary.Add(i, Guid.Empty);
                _concurrent[i] = Guid.Empty;
                _list.Add(Guid.Empty);
                _ids.Add(_store.Allocate([1, 2, 3]));
            }
        }

        public long ManagedBytes =>
            _dictionary.ManagedBytes + _concurrent.ManagedBytes + _list.ManagedBytes + _store.ManagedBytes + _ids.ManagedBytes;

        public void Dispose()
        {
            _dictionary.Dispose();
            _concurrent.Dispose();
            _list.Dispose();
            _store.Dispose();
            _ids.Dispose();
        }
    }
}
