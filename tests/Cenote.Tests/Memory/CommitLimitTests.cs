using System.Runtime.CompilerServices;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

/// <summary>
/// Windows refuses memory at the commit limit, and discarded memory stays committed. Neither Linux nor Wine does so by default, so
/// these tests use a fake.
/// </summary>
public sealed class CommitLimitTests : IDisposable
{
    private const long MiB = 1 << 20;
    private const long Limit = 6 * MiB;

    // The limit of quarantined memory is one percent of this: 1 MiB.
    private const ulong MachineBytes = 100 * (ulong)MiB;

    private readonly RangeCache _cache = new(new ManualClock(), static () => 0);
    private readonly FakeWindowsCalls _calls = new() { CommitLimit = Limit };

    public static TheoryData<string> Kinds => [.. GrowingOwners.Kinds];

    public void Dispose()
    {
        Collect();
        for (long releases = _cache.Releases; _cache.TryRelieve(ref releases);)
        {
        }

        Assert.Empty(_calls.Errors);
        Assert.Equal((0, 0), (_calls.Reservations, _calls.CommitCharge));
        _calls.Dispose();
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void An_empty_owner_commits_one_step_at_most(string kind)
    {
        GrowingOwner grown = GrowingOwners.Make(kind, Pages());
        Assert.InRange(_calls.CommitCharge, 0, MiB);
        grown.Owner.Dispose();
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void An_owner_at_the_commit_limit_throws_and_is_unchanged(string kind)
    {
        GrowingOwner grown = GrowingOwners.Make(kind, Pages());
        int count = Fill(grown);
        Check(grown, count);

        _calls.CommitLimit += Limit;
        grown.Add(count);
        Check(grown, count + 1);
        grown.Trim?.Invoke();
        Check(grown, count + 1);
        grown.Owner.Dispose();
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void A_cleared_owner_keeps_its_commit_charge_and_reuses_it(string kind)
    {
        GrowingOwner grown = GrowingOwners.Make(kind, Pages());
        int count = Fill(grown);
        long charge = _calls.CommitCharge;
        for (int round = 0; round < 3 && grown.Clear is not null; round++)
        {
            grown.Clear();
            Check(grown, 0);
            grown.Trim?.Invoke();
            Assert.Equal(charge, _calls.CommitCharge);
            _calls.CommitLimit = charge;

            // The free granules may be so scattered that no run is long enough for one of the long strings, in rare cases before
            // half of the strings are added: keys are distributed by random hashes.
            int refilled = Fill(grown, count);
            Assert.InRange(refilled, count / 4, count);
            Check(grown, refilled);
        }

        grown.Owner.Dispose();
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void A_disposed_owner_leaves_little_committed(string kind)
    {
        FillAndDispose(kind);
        Collect();

        Assert.InRange(_calls.CommitCharge, 0, MiB);
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void At_the_commit_limit_an_owner_gets_the_memory_of_a_disposed_one(string kind)
    {
        int count = FillAndDispose(kind);

        GrowingOwner next = GrowingOwners.Make(kind, Pages());
        int refilled = Fill(next);
        Assert.InRange(refilled, count / 2, int.MaxValue);
        Check(next, refilled);
        next.Owner.Dispose();
    }

    [Fact]
    public void A_cache_commits_its_limit_and_keeps_it_until_it_is_disposed_and_collected()
    {
        UseCache(_calls, Pages());
        Collect();
        Assert.InRange(_calls.CommitCharge, 0, MiB);
    }

    [Fact]
    public void A_cache_beyond_the_commit_limit_throws_and_leaves_nothing_committed()
    {
        var options = new ByteCacheOptions { MaximumBytes = Limit + (64 << 10) };

        Assert.Throws<OutOfMemoryException>(() => new ByteCache(options, Pages()));
        Assert.Equal(0, _calls.CommitCharge);
        Assert.Throws<OutOfMemoryException>(() => new ValueCache<int>(options, Pages()));
        Assert.Equal(0, _calls.CommitCharge);
    }

    [Fact]
    public void A_snapshot_is_copied_into_committed_memory_or_refused()
    {
        string path = Path.GetTempFileName();
        try
        {
            using (var entries = new PooledStringDictionary<int> { ["one"] = 1, ["two"] = 2 })
            {
                entries.Save(path);
            }

            using (FrozenPooledStringDictionary<int> opened = FrozenPooledStringDictionary<int>.Open(path, Pages()))
            {
                Assert.False(opened.IsMapped);
                Assert.Equal(2, opened["two"]);
                Assert.Equal(AddressSpace.GranuleBytes, _calls.CommitCharge);
            }

            _calls.CommitLimit = 1 << 12;
            Assert.Throws<OutOfMemoryException>(() => FrozenPooledStringDictionary<int>.Open(path, Pages()));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void At_the_commit_limit_a_space_commits_no_more_than_it_lends()
    {
        const long Granule = AddressSpace.GranuleBytes;
        _calls.CommitLimit = 20 * Granule;
        using var space = new AddressSpace(Pages(), 1_000 * Granule, long.MaxValue);

        Assert.True(space.TryLend(1, indexed: true, out _));
        Assert.Equal(16 * Granule, _calls.CommitCharge);
        Assert.True(space.TryLend(16, indexed: true, out _));
        Assert.Equal(17 * Granule, _calls.CommitCharge);
        Assert.True(space.TryLend(3, indexed: true, out PageRun last));
        Assert.False(space.TryLend(1, indexed: true, out _));
        space.Return(last);
        Assert.True(space.TryLend(2, indexed: true, out _));
        Assert.Equal(20 * Granule, _calls.CommitCharge);
    }

    // A live owner may use the addresses after those of a disposed owner, in the same reservation.
    [LongFact]
    public void Owners_do_not_hold_the_commit_charge_of_the_owners_before_them()
    {
        const long Granule = AddressSpace.GranuleBytes;
        const int Owners = 20;
        _calls.CommitLimit = long.MaxValue;
        var pages = new WindowsPageSource(_calls, 200_000 * (ulong)MiB) { Cache = _cache };
        AddressSpace[] first = [.. Enumerable.Range(0, Owners).Select(_ => Lend(pages, 800))];
        Array.ForEach(first, static space => space.Dispose());

        AddressSpace[] second = [.. Enumerable.Range(0, Owners).Select(_ => Lend(pages, 1))];
        Assert.True(_cache.Releases == 0, "The quarantine ended too early.");
        long releases = 0;
        Assert.True(_cache.TryRelieve(ref releases));
        Assert.InRange(_calls.CommitCharge, 0, Owners * 32 * Granule);
        Array.ForEach(second, static space => space.Dispose());

        static AddressSpace Lend(PageSource pages, uint granules)
        {
            var space = new AddressSpace(pages, 1 << 30, long.MaxValue, isWritable: true);
            for (uint lent = 0; lent < granules; lent++)
            {
                Assert.True(space.TryLend(1, indexed: true, out _));
            }

            return space;
        }
    }

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void Disposed_owners_leave_at_most_one_percent_and_the_cache_committed(string kind)
    {
        const long OnePercent = 8 * MiB;
        const long Cached = 16 * MiB;
        _calls.CommitLimit = long.MaxValue;
        var pages = new WindowsPageSource(_calls, 100 * (ulong)OnePercent) { Cache = _cache };
        FillAndDisposeMany(pages, kind, atLeast: 2 * (OnePercent + Cached));
        Collect();
        Assert.InRange(_calls.CommitCharge, 0, OnePercent + Cached);
        Assert.Empty(_calls.Errors);
    }

    private static int Fill(GrowingOwner grown, int most = int.MaxValue)
    {
        for (int number = 0; number < most; number++)
        {
            try
            {
                // The message must not name an earlier refusal for another reason.
                MemoryRefusal.Note(MemoryRefusal.MachineMemory, 1, 1, 1, 1);
                grown.Add(number);
            }
            catch (OutOfMemoryException exception)
            {
                Assert.Contains("The operating system refused", exception.Message, StringComparison.Ordinal);
                return number;
            }
        }

        return most;
    }

    private static void Check(GrowingOwner grown, int count)
    {
        if (grown.Count is not null)
        {
            Assert.Equal(count, grown.Count());
        }

        for (int number = 0; number < count; number++)
        {
            grown.Check(number);
        }
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    // This method is not inlined, so that the cache is unreachable afterwards.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseCache(FakeWindowsCalls calls, PageSource pages)
    {
        var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 * MiB }, pages);
        Assert.Equal(4 * MiB, calls.CommitCharge);
        byte[] value = new byte[1_000];
        for (int round = 0; round < 3; round++)
        {
            for (int key = 0; key < 10_000; key++)
            {
                value.AsSpan().Fill((byte)key);
                Assert.True(cache.Set($"key {key}", value));
                Assert.True(cache.TryGet($"key {key}", value, out int length) && length == value.Length);
                Assert.DoesNotContain(value, element => element != (byte)key);
            }

            cache.Clear();
            long discarded = calls.DiscardedBytes;
            Assert.InRange(cache.Trim(), MiB, 4 * MiB);
            Assert.InRange(calls.DiscardedBytes - discarded, MiB, 4 * MiB);
            Assert.Equal(4 * MiB, calls.CommitCharge);
            Assert.Equal(0, cache.GetStatistics().Count);
        }

        cache.Dispose();
        cache.Dispose();
    }

    // Owners of 1 to 3 MiB: some are kept in place, and some leave memory that was committed but never used. This method is not
    // inlined, so that the owners are unreachable afterwards.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FillAndDisposeMany(WindowsPageSource pages, string kind, long atLeast)
    {
        List<IDisposable> owners = [];
        while (_calls.CommitCharge < atLeast)
        {
            long before = _calls.CommitCharge;
            GrowingOwner grown = GrowingOwners.Make(kind, pages);
            owners.Add(grown.Owner);
            for (int entry = 0; _calls.CommitCharge - before < (1 + (owners.Count % 3)) * MiB; entry++)
            {
                grown.Add(entry);
            }
        }

        owners.ForEach(static owner => owner.Dispose());
    }

    private WindowsPageSource Pages() => new(_calls, MachineBytes) { Cache = _cache };

    // This method is not inlined, so that the owner is unreachable afterwards.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FillAndDispose(string kind)
    {
        GrowingOwner grown = GrowingOwners.Make(kind, Pages());
        int count = Fill(grown);
        Assert.True(_calls.RefusedCommits > 0);
        grown.Owner.Dispose();
        long charge = _calls.CommitCharge;
        grown.Owner.Dispose();
        Assert.Equal(charge, _calls.CommitCharge);
        return count;
    }
}
