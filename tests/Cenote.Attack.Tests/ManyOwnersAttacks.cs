using Cenote.Arenas;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Attack.Tests;

/// <summary>More memory owners than the system has mappings or addresses for: the process survives.</summary>
public sealed class ManyOwnersAttacks : AttackTests
{
    private const int OwnersOfEachKind = 20;

    private static readonly Dictionary<string, Func<IDisposable>> s_kinds = new()
    {
        [nameof(SegmentedStringPool)] = static () => With(new SegmentedStringPool(), static pool => pool.Allocate("a text")),
        [nameof(Utf8StringPool)] = static () => With(new Utf8StringPool(), static pool => pool.Allocate("a text"u8)),
        [nameof(UnmanagedStringPool)] = static () => With(new UnmanagedStringPool(64), static pool => pool.Allocate("a text")),
        [nameof(ConcurrentStringPool)] = static () => With(new ConcurrentStringPool(), static pool => pool.Allocate("a text")),
        [nameof(StringArena)] = static () => With(new StringArena(), static arena => arena.Add("more than seven chars")),
        [nameof(Utf8StringStore)] = static () => With(new Utf8StringStore(), static arena => arena.Add("a text"u8)),
        [nameof(PooledStringDictionary<>)] = static () =>
            With(new PooledStringDictionary<int>(), static entries => entries["a key"] = 1),
        [nameof(PooledStringPostings)] = static () =>
            With(new PooledStringPostings(), static postings => postings.Add("a key", 1)),
        [nameof(ConcurrentPooledStringDictionary<>)] = static () =>
            With(new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 64), static entries => entries["a key"] = 1),
        [nameof(NativeDictionary<,>)] = static () => With(new NativeDictionary<int, int>(), static entries => entries[1] = 1),
        [nameof(ConcurrentNativeDictionary<,>)] = static () =>
            With(new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 64), static entries => entries[1] = 1),
        [nameof(NativeList<>)] = static () => With(new NativeList<int>(), static list => list.Add(1)),
        [nameof(BlobStore)] = static () => With(new BlobStore(), static store => store.Allocate("a text"u8)),
        [nameof(StringTable)] = static () => With(new StringTable(), static table => table.GetOrAdd("a text")),
        [nameof(ByteCache)] = static () =>
            With(new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 10 }), static cache => cache.Set("a key", "a"u8)),
    };

    private static IEnumerable<string> Concurrent =>
        [nameof(ConcurrentPooledStringDictionary<>), nameof(ConcurrentNativeDictionary<,>), nameof(ConcurrentStringPool)];

    [Attack(Cases = nameof(Concurrent))]
    internal static void Owners_with_many_parts_are_made_and_disposed_without_end(string kind)
    {
        for (int i = 0; i < RunSettings.Length(50_000); i++)
        {
            s_kinds[kind]().Dispose();
        }

        CheckProcess();
    }

    [Attack(Cases = nameof(Concurrent))]
    internal static void Owners_with_many_parts_take_few_mappings(string kind)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        const int Count = 100;
        s_kinds[kind]().Dispose();
        int before = CountMappings();
        IDisposable[] owners = [.. Enumerable.Range(0, Count).Select(_ => s_kinds[kind]())];

        Assert.InRange(CountMappings() - before, 0, 8 * Count);
        Array.ForEach(owners, static owner => owner.Dispose());
    }

    [Attack]
    internal static void More_pools_live_than_there_are_mappings()
    {
        var pools = new List<SegmentedStringPool>();
        try
        {
            while (pools.Count < 40_000)
            {
                var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 20 });
                pools.Add(pool);
                pool.Allocate("a text");
            }
        }
        catch (OutOfMemoryException)
        {
            // Thrown only if the system has the default limit on mappings.
        }

        CheckProcess();
        pools.ForEach(static pool => pool.Dispose());
        for (int i = 0; i < 100; i++)
        {
            s_kinds[nameof(SegmentedStringPool)]().Dispose();
        }
    }

    [Attack(AddressSpaceMebibytes = 12_000)]
    internal static void Owners_of_each_kind_leave_room_for_the_runtime_where_addresses_are_few()
    {
        var owners = new List<IDisposable>();
        foreach (Func<IDisposable> make in s_kinds.Values)
        {
            for (int i = 0; i < OwnersOfEachKind; i++)
            {
                try
                {
                    owners.Add(make());
                }
                catch (OutOfMemoryException)
                {
                    // No addresses are left for this owner.
                }
            }
        }

        CheckProcess();
        owners.ForEach(static owner => owner.Dispose());
        foreach (Func<IDisposable> make in s_kinds.Values)
        {
            make().Dispose();
        }
    }

    private static T With<T>(T owner, Action<T> use)
    {
        use(owner);
        return owner;
    }

    private static int CountMappings() => File.ReadLines("/proc/self/maps").Count();

    // The managed heap, garbage collections and threads need addresses and mappings.
    private static void CheckProcess()
    {
        byte[][] heap = [.. Enumerable.Range(0, 200).Select(static _ => new byte[1 << 20])];
        GC.Collect();
        Thread[] threads = [.. Enumerable.Range(0, 10).Select(static _ => new Thread(static () => Thread.Sleep(1)))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
        GC.KeepAlive(heap);
    }
}
