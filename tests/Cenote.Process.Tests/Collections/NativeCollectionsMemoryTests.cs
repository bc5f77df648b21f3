using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>What is in unmanaged memory is no matter of the garbage collector.</summary>
public sealed class NativeCollectionsMemoryTests
{
    private const int Entries = 300_000;

    // Objects, lists of runs, the directory of a table and the table of segments.
    private const long MostManagedBytes = 256 << 10;

    [Fact]
    public void The_managed_heap_is_as_small_with_many_entries_as_with_none()
    {
        GC.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        using var dictionary = new NativeDictionary<Int128, Guid>();
        using var concurrent = new ConcurrentNativeDictionary<long, Guid>();
        using var list = new NativeList<Guid>();
        using var store = new BlobStore();
        using var ids = new NativeList<BlobId>();
        for (int i = 0; i < Entries; i++)
        {
            dictionary.Add(i, Guid.Empty);
            concurrent[i] = Guid.Empty;
            list.Add(Guid.Empty);
            ids.Add(store.Allocate([1, 2, 3]));
        }

        long managed = GC.GetTotalMemory(forceFullCollection: true) - before;

        Assert.InRange(managed, long.MinValue, MostManagedBytes);
        Assert.InRange(
            dictionary.ManagedBytes + concurrent.ManagedBytes + list.ManagedBytes + store.ManagedBytes + ids.ManagedBytes,
            0,
            MostManagedBytes);
        Assert.True(dictionary.BytesUsed > 0 && ids[Entries - 1] != default);
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
}
