using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

/// <summary>
/// Each request that a member makes to the operating system is refused, alone and with all later requests: the member throws
/// <see cref="OutOfMemoryException"/> and leaves the owner unchanged.
/// </summary>
public sealed class RefusedMemoryTests
{
    private const int Long = 3_000_000;
    private const int Most = 200_000;

    private static readonly string s_long = new('é', Long);
    private static readonly byte[] s_bytes = new byte[Long];

    private static readonly Dictionary<string, Growth> s_growth = new()
    {
        [nameof(SegmentedStringPool)] = Growth.Of<SegmentedStringPool>(
            static pool => pool.GetStatistics().ActiveAllocations,
            [
                .. Texts<SegmentedStringPool>(), static pool => pool.Reserve(Long), static pool => pool.ReserveLarge(Long),
                static pool => pool.ReserveSmall(Long),
            ]),
        [nameof(ConcurrentStringPool)] = Growth.Of(
            static pool => pool.GetStatistics().ActiveAllocations,
            Texts<ConcurrentStringPool>()),
        [nameof(Utf8StringPool)] = Growth.Of<Utf8StringPool>(
            static pool => pool.GetStatistics().ActiveAllocations,
            [
                .. Utf8Texts<Utf8StringPool>(), static pool => pool.Reserve(Long), static pool => pool.ReserveLarge(Long),
                static pool => pool.ReserveSmall(Long),
            ]),
        [nameof(ConcurrentUtf8StringPool)] = Growth.Of(
            static pool => pool.GetStatistics().ActiveAllocations,
            Utf8Texts<ConcurrentUtf8StringPool>()),
        [nameof(UnmanagedStringPool)] = Growth.Of<UnmanagedStringPool>(
            static pool => pool.GetStatistics().ActiveAllocations,
            [
                static pool => pool.Allocate(s_long), static pool => pool.Reserve(Long),
                static pool => pool.DefragmentAndGrowPool(Long), static pool => pool.Create(Long, 0, static (_, _) => { }),
                static pool => pool.Allocate($"{s_long}"),
            ]),
        [nameof(PooledStringDictionary<>)] = Growth.Of<PooledStringDictionary<int>>(
            static entries => entries.Count,
            [
                static entries => entries.Add(s_long, 1), static entries => entries[s_long] = 1,
                static entries => entries[s_bytes] = 1, static entries => entries.EnsureCapacity(Most),
            ]),
        [nameof(PooledStringSet)] = Growth.Of<PooledStringSet>(
            static set => set.Count,
            [
                static set => set.Add(s_long), static set => set.Add(s_bytes), static set => set.EnsureCapacity(Most),
                static set => set.UnionWith([s_long]), static set => set.SymmetricExceptWith([s_long]),
            ]),
        [nameof(ConcurrentPooledStringDictionary<>)] = Growth.Of<ConcurrentPooledStringDictionary<int>>(
            static entries => entries.Count,
            [
                static entries => entries[s_long] = 1, static entries => entries.GetOrAdd(s_long, static _ => 1),
                static entries => entries.AddOrUpdate(s_long, 1, static _ => 2),
            ]),
        [nameof(NativeDictionary<,>)] = Growth.Of<NativeDictionary<int, long>>(
            static entries => entries.Count,
            [static entries => entries.EnsureCapacity(Most)]),
        [nameof(ConcurrentNativeDictionary<,>)] = Growth.Of<ConcurrentNativeDictionary<int, long>>(
            static entries => entries.Count,
            [Fill]),
        [nameof(NativeList<>)] = Growth.Of<NativeList<long>>(
            static list => list.Count,
            [static list => list.EnsureCapacity(Most), static list => list.AddRange(new long[Most])]),
        [nameof(BlobStore)] = Growth.Of<BlobStore>(
            static store => store.Count,
            [
                static store => store.Allocate(s_bytes), static store => store.Allocate(Long, 0, static (_, _) => { }),
            ]),
        [nameof(StringTable)] = Growth.Of<StringTable>(
            static table => table.Count,
            [static table => table.GetOrAdd(s_long), static table => table.GetOrAdd(s_bytes)]),
        [nameof(StringArena)] = Growth.Of<StringArena>(
            static arena => arena.BytesUsed,
            [static arena => arena.Add(s_long), static arena => arena.Add($"{s_long}")]),
        [nameof(StringArenaList)] = Growth.Of<StringArenaList>(
            static list => list.Count,
            [static list => list.Add(s_long)]),
        [nameof(PooledStringPostings)] = Growth.Of<PooledStringPostings>(
            static postings => postings.Count,
            [static postings => postings.Add(s_long, 1), static postings => postings.Add(s_bytes, 1)]),
        [nameof(Utf8StringStore)] = Growth.Of<Utf8StringStore>(
            static arena => arena.Count,
            [static arena => arena.Add(s_bytes), static arena => arena.Add(s_long)]),
    };

    public static TheoryData<string, int> Members
    {
        get
        {
            var members = new TheoryData<string, int>();
            foreach ((string kind, Growth growth) in s_growth)
            {
                for (int member = 0; member < growth.Members; member++)
                {
                    members.Add(kind, member);
                }
            }

            return members;
        }
    }

    // Excludes the writer and the synchronized pool, which use the pools above.
    [Fact]
    public void Every_kind_of_owner_is_here() =>
        Assert.Equal(
            Owners.Kinds.Except([nameof(ConcurrentStringPool.Writer), nameof(SynchronizedStringPool)]).Order(), s_growth.Keys.Order());

    [LongTheory]
    [MemberData(nameof(Members))]
    public void A_refusal_leaves_the_owner_as_it_was(string kind, int member)
    {
        int refused = 0;
        foreach (bool alone in (bool[])[true, false])
        {
            for (int failing = 0, requests = 1; failing < Math.Min(requests, 20); failing++)
            {
                var pages = new FailingPageSource { Cache = new RangeCache(new ManualClock(), static () => 0) };
                (IDisposable owner, Action use) = Owners.Make(kind, pages);
                long count = s_growth[kind].Count(owner);
                int first = pages.Requests;
                pages.Fails = request => alone ? request == first + failing : request >= first + failing;
                OutOfMemoryException? exception = Record.Exception(() => s_growth[kind].Grow(owner, member)) switch
                {
                    null => null,
                    OutOfMemoryException refusal => refusal,
                    Exception other => throw new InvalidOperationException($"Request {failing} of {kind}", other),
                };
                requests = Math.Max(requests, pages.Requests - first);
                pages.Fails = static _ => false;
                if (exception is not null)
                {
                    refused++;
                    Assert.Equal(count, s_growth[kind].Count(owner));
                    use();
                    s_growth[kind].Grow(owner, member);
                }

                use();
                owner.Dispose();
            }
        }

        Assert.True(refused > 0, "No request was refused.");
    }

    private static void Fill(ConcurrentNativeDictionary<int, long> entries)
    {
        int key = Owners.Entries;
        try
        {
            for (; key < Most; key++)
            {
                entries[key] = key;
            }
        }
        catch (OutOfMemoryException)
        {
            Assert.False(entries.ContainsKey(key));
            while (--key >= Owners.Entries)
            {
                Assert.True(entries.TryRemove(key, out _));
            }

            throw;
        }
    }

    private static Action<TPool>[] Texts<TPool>()
        where TPool : StringPool =>
        [
            static pool => pool.Allocate(s_long), static pool => pool.Allocate(s_bytes), static pool => pool.Allocate($"{s_long}"),
            static pool => pool.Create(Long, 0, static (_, _) => { }),
        ];

    private static Action<TPool>[] Utf8Texts<TPool>()
        where TPool : Utf8Pool =>
        [
            static pool => pool.Allocate(s_bytes), static pool => pool.Allocate(s_long), static pool => pool.Allocate($"{s_long}"),
            static pool => pool.Create(Long, 0, static (_, _) => { }),
        ];

    private sealed record Growth(Func<IDisposable, long> Count, Action<IDisposable, int> Grow, int Members)
    {
        public static Growth Of<TOwner>(Func<TOwner, long> count, Action<TOwner>[] members) =>
            new(owner => count((TOwner)owner), (owner, member) => members[member]((TOwner)owner), members.Length);
    }
}
