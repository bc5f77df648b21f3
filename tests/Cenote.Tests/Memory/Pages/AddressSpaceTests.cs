using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

public sealed unsafe class AddressSpaceTests
{
    private const long Unlimited = long.MaxValue;
    private const long Granule = AddressSpace.GranuleBytes;
    private const uint HugeRun = (32u << 20) / AddressSpace.GranuleBytes;

    private readonly FailingPageSource _pages = new();

    [Fact]
    public void In_a_reservation_runs_follow_each_other_and_an_index_is_one_addition_from_its_address()
    {
        using AddressSpace space = Flat();

        PageRun first = Lend(space, 1);
        PageRun second = Lend(space, 3);

        Assert.True(space.Base == first.Address);
        Assert.Equal(0u, first.Index);
        Assert.True(first.Address + Granule == second.Address);
        Assert.Equal(AddressSpace.GranuleUnits, second.Index);
        CheckAddresses(space, second);
        Assert.InRange(space.Limit, second.Index + (3 * AddressSpace.GranuleUnits), uint.MaxValue);
        Assert.Equal(4 * Granule, space.BytesLent);
    }

    [Fact]
    public void A_refused_reservation_leaves_a_table()
    {
        _pages.Fails = static request => request == 0;
        using AddressSpace space = Flat();

        PageRun[] runs = [Lend(space, 1), Lend(space, 3), Lend(space, 1), Lend(space, 20)];

        Assert.True(space.Base == null);
        Assert.Equal(0u, space.Limit);
        Assert.Equal(4, _pages.Reservations);
        CheckRuns(space, runs);
        Assert.True(space.Address(25 * AddressSpace.GranuleUnits) == null);
    }

    [Fact]
    public void Behind_a_reservation_that_is_used_up_indices_go_on_through_the_table()
    {
        using AddressSpace space = Flat(granules: 4);

        PageRun[] runs = [Lend(space, 3), Lend(space, 2), Lend(space, 1), Lend(space, 5)];

        Assert.Equal(4 * AddressSpace.GranuleUnits, runs[1].Index);
        Assert.Equal(3 * AddressSpace.GranuleUnits, runs[2].Index);
        CheckRuns(space, runs);
    }

    [Fact]
    public void An_index_that_was_never_lent_has_no_address()
    {
        using AddressSpace space = Flat(granules: 4);
        Lend(space, 4);
        Lend(space, 2);

        Assert.True(space.Address((6 * AddressSpace.GranuleUnits) - 1) != null);
        Assert.True(space.Address(6 * AddressSpace.GranuleUnits) == null);
        Assert.True(space.Address(uint.MaxValue) == null);
    }

    [Fact]
    public void Where_a_table_grew_ahead_of_what_is_lent_there_are_no_addresses()
    {
        using AddressSpace space = Flat(granules: 0);
        Lend(space, 2);
        Lend(space, 1);

        Assert.True(space.Address((3 * AddressSpace.GranuleUnits) - 1) != null);
        Assert.True(space.Address((3 * AddressSpace.GranuleUnits) + 1) == null);
    }

    [Fact]
    public void Neighbours_that_come_back_are_merged()
    {
        using AddressSpace space = Flat();
        Lend(space, 1);
        PageRun[] runs = [Lend(space, 2), Lend(space, 3), Lend(space, 4)];
        PageRun behind = Lend(space, 1);
        space.Return(runs[0]);
        space.Return(runs[2]);
        space.Return(runs[1]);

        PageRun whole = Lend(space, 9);

        Assert.True(runs[0].Address == whole.Address);
        Assert.Equal(runs[0].Index, whole.Index);
        CheckAddresses(space, whole);
        Assert.True(Lend(space, 1).Address > behind.Address);
    }

    [Fact]
    public void A_vacancy_is_split()
    {
        using AddressSpace space = Flat();
        Lend(space, 1);
        PageRun whole = Lend(space, 4);
        Lend(space, 1);
        space.Return(whole);

        PageRun left = Lend(space, 1);
        PageRun right = Lend(space, 3);

        Assert.True(whole.Address == left.Address);
        Assert.True(whole.Address + Granule == right.Address);
        Assert.Equal(whole.Index + AddressSpace.GranuleUnits, right.Index);
        CheckAddresses(space, right);
    }

    [Fact]
    public void The_smallest_vacancy_that_fits_is_taken()
    {
        using AddressSpace space = Flat();
        Lend(space, 1);
        PageRun[] runs = [Lend(space, 5), Lend(space, 1), Lend(space, 3), Lend(space, 1), Lend(space, 2), Lend(space, 1)];
        space.Return(runs[0]);
        space.Return(runs[2]);
        space.Return(runs[4]);

        Assert.True(runs[4].Address == Lend(space, 2).Address);
        Assert.True(runs[2].Address == Lend(space, 2).Address);
        Assert.True(runs[0].Address == Lend(space, 5).Address);
    }

    [Fact]
    public void An_enormous_run_without_index_is_mapped_on_its_own_and_never_lent_with_an_index()
    {
        using AddressSpace space = Flat();
        Lend(space, 1);
        PageRun enormous = Lend(space, HugeRun, indexed: false);
        Assert.Equal(0u, enormous.Index);
        Assert.Equal(2, _pages.Reservations);
        space.Return(enormous);

        PageRun indexed = Lend(space, 1);
        PageRun unindexed = Lend(space, HugeRun - 1, indexed: false);

        Assert.False(indexed.Address >= enormous.Address && indexed.Address < enormous.Address + enormous.Bytes);
        CheckAddresses(space, indexed);
        Assert.True(enormous.Address == unindexed.Address);
        Assert.Equal(2, _pages.Reservations);
    }

    [Fact]
    public void An_enormous_run_with_an_index_has_one()
    {
        using AddressSpace space = Flat(granules: 2 * HugeRun);
        Lend(space, 1);

        CheckAddresses(space, Lend(space, HugeRun));
    }

    [Fact]
    public void The_limit_is_kept_to_the_byte()
    {
        using var space = new AddressSpace(_pages, 100 * Granule, (5 * Granule) - 1);
        PageRun run = Lend(space, 2);
        Lend(space, 2);

        Assert.False(space.TryLend(1, indexed: true, out _));
        Assert.True(space.LimitReached);
        Assert.False(space.TryLend(HugeRun, indexed: false, out _));
        Assert.Equal(4 * Granule, space.BytesLent);

        space.Return(run);
        Assert.Equal(2 * Granule, space.BytesLent);
        Lend(space, 2);
        Assert.False(space.LimitReached);
    }

    [Fact]
    public void The_last_byte_below_the_limit_is_lent()
    {
        using var space = new AddressSpace(_pages, 100 * Granule, 5 * Granule);

        Lend(space, 5);

        Assert.False(space.LimitReached);
        Assert.False(space.TryLend(1, indexed: true, out _));
        Assert.True(space.LimitReached);
    }

    [Fact]
    public void A_discarded_run_counts_again_when_it_is_readmitted()
    {
        using var space = new AddressSpace(_pages, 100 * Granule, 5 * Granule);
        PageRun run = Lend(space, 3);
        Lend(space, 1);
        space.Discard(run);
        Assert.Equal(Granule, space.BytesLent);
        PageRun other = Lend(space, 2);

        Assert.False(space.TryReuse(run));
        Assert.True(space.LimitReached);
        Assert.Equal(3 * Granule, space.BytesLent);

        space.Return(other);
        Assert.True(space.TryReuse(run));
        Assert.Equal(4 * Granule, space.BytesLent);
    }

    [Fact]
    public void Memory_that_came_back_stays_readable()
    {
        using AddressSpace space = Flat();
        PageRun run = Lend(space, 2);
        PageRun enormous = Lend(space, HugeRun, indexed: false);
        *run.Address = 1;
        *enormous.Address = 1;
        space.Return(run);
        space.Return(enormous);

        Assert.InRange(*run.Address, 0, 1);
        Assert.InRange(*enormous.Address, 0, 1);
    }

    [Fact]
    public void Where_committing_ahead_is_refused_just_enough_is_committed()
    {
        _pages.LargestCommit = 2 * (nuint)Granule;
        using AddressSpace space = Flat();

        Lend(space, 1);
        Lend(space, 2);

        Assert.Equal(3 * AddressSpace.GranuleUnits, space.Limit);
        Assert.Equal(3 * Granule, space.BytesLent);
    }

    [Fact]
    public void Where_nothing_can_be_committed_nothing_changes_and_nothing_leaks()
    {
        using AddressSpace space = Flat();
        PageRun kept = Lend(space, 16);
        _pages.LargestCommit = 0;

        Assert.False(space.TryLend(HugeRun, indexed: false, out _));
        Assert.False(space.TryLend(100, indexed: true, out _));
        Assert.False(space.LimitReached);
        Assert.Equal(16 * Granule, space.BytesLent);
        Assert.Equal(1, _pages.Reservations);

        _pages.LargestCommit = nuint.MaxValue;
        PageRun next = Lend(space, 100);
        Assert.True(kept.Address + kept.Bytes == next.Address);
        CheckRuns(space, [kept, next]);
    }

    [Fact]
    public void Where_the_reservation_cannot_be_committed_further_runs_are_mapped_elsewhere()
    {
        using AddressSpace space = Flat(granules: 40);
        PageRun first = Lend(space, 16);
        _pages.Fails = static request => request is 2 or 3;

        PageRun mapped = Lend(space, 1);
        PageRun reserved = Lend(space, 1);

        Assert.Equal(40 * AddressSpace.GranuleUnits, mapped.Index);
        Assert.Equal(16 * AddressSpace.GranuleUnits, reserved.Index);
        CheckRuns(space, [first, mapped, reserved]);
    }

    [Fact]
    public void A_reservation_that_cannot_be_committed_at_all_is_given_up()
    {
        _pages.Fails = static request => request is 1 or 2;
        AddressSpace space = Flat(granules: 40);

        PageRun[] runs = [Lend(space, 1), Lend(space, 3)];

        // Index 0 must be in the first lent run, because it is the index of the empty string.
        Assert.Equal(0u, runs[0].Index);
        Assert.Equal(0u, space.Limit);
        Assert.True(space.Address(0) == runs[0].Address);
        CheckRuns(space, runs);

        space.Dispose();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Huge_pages_are_requested_after_the_first_64_MiB()
    {
        using var space = new AddressSpace(_pages, 4_000 * Granule, Unlimited);
        for (int i = 0; i < 1_024 / 64; i++)
        {
            Assert.Empty(_pages.HugeRanges);
            Lend(space, 64);
        }

        Lend(space, 100);
        Lend(space, 200);

        nint next = (nint)space.Base + (nint)AddressRange.HugeStart;
        foreach ((nint address, nuint bytes) in _pages.HugeRanges)
        {
            Assert.Equal(next, address);
            next += (nint)bytes;
        }

        Assert.Equal((nint)space.Base + ((nint)space.Limit << AddressSpace.UnitShift), next);
    }

    [LinuxFact]
    public void Once_memory_is_returned_the_system_fills_no_gaps_with_huge_pages()
    {
        using var space = new AddressSpace(_pages, 8_000 * Granule, Unlimited);
        PageRun[] runs = [.. Enumerable.Range(0, 20).Select(_ => Lend(space, 64))];
        nint committed = (nint)space.Limit << AddressSpace.UnitShift;
        space.Return(runs[3]);
        Assert.Empty(_pages.OrdinaryRanges);

        space.Return(runs[17]);
        Assert.True(space.Discard(runs[18]));

        (nint address, nuint bytes) = Assert.Single(_pages.OrdinaryRanges);
        Assert.Equal((nint)space.Base + (nint)AddressRange.HugeStart, address);
        Assert.Equal(committed, address + (nint)bytes - (nint)space.Base);

        // Memory that is committed later may use huge pages, until memory is returned again.
        PageRun last;
        do
        {
            last = Lend(space, 200);
        }
        while (last.Address < (byte*)(space.Base + committed));

        space.Return(last);
        Assert.Equal(address + (nint)bytes, _pages.OrdinaryRanges[1].Address);
    }

    [Fact]
    public void What_may_be_on_huge_pages_is_returned_and_is_not_for_the_next_owner()
    {
        var pages = new FailingPageSource { Cache = new RangeCache(new ManualClock(), static () => 0) };
        var first = new AddressSpace(pages, 4_000 * Granule, Unlimited);
        for (int i = 0; i < 20; i++)
        {
            Lend(first, 64);
        }

        var start = (nint)first.Base;
        nint end = start + ((nint)first.Limit << AddressSpace.UnitShift);
        first.Dispose();
        Assert.Equal(end, pages.DiscardedRanges.Max(static range => range.Address + (nint)range.Bytes));

        using var second = new AddressSpace(pages, 4_000 * Granule, Unlimited);
        Assert.False((nint)second.Base >= start && (nint)second.Base < end);
    }

    [Fact]
    public void Disposing_releases_every_range_once()
    {
        AddressSpace space = Flat(granules: 4);
        Lend(space, 4);
        PageRun mapped = Lend(space, 2);
        PageRun enormous = Lend(space, HugeRun, indexed: false);
        space.Return(enormous);
        Assert.Equal(3, _pages.Reservations);

        space.Dispose();
        space.Dispose();

        Assert.Equal(0, _pages.Reservations);
        Assert.Equal(0, space.BytesLent);
        Assert.True(space.Address(0) == null);
        Assert.True(space.Address(mapped.Index) == null);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_second_dispose_does_not_change_the_next_space(bool keepsWhatIsDiscarded)
    {
        var pages = new FailingPageSource
        {
            Cache = new RangeCache(new ManualClock(), static () => 0),
            KeepsWhatIsDiscarded = keepsWhatIsDiscarded,
        };
        var first = new AddressSpace(pages, 16 * Granule, Unlimited);
        PageRun run = Lend(first, 2);
        first.Return(run);
        first.Dispose();
        using var second = new AddressSpace(pages, 16 * Granule, Unlimited);
        PageRun other = Lend(second, 2);
        Assert.True(run.Address == other.Address);
        *other.Address = 1;

        first.Dispose();
        first.Retire();
        first.WipeWarm(ulong.MaxValue);

        Assert.Equal(1, *other.Address);
        Assert.False(first.IsWarm(run));
    }

    [Fact]
    public void Parts_share_one_reservation_and_its_limit_and_have_separate_indices_beyond_it()
    {
        using var whole = new AddressSpace(_pages, 8 * Granule, 11 * Granule, sharedLimit: new SharedLimit(12 * Granule, 0));
        var first = new AddressSpace(whole);
        var second = new AddressSpace(whole);

        PageRun[] firstRuns = [Lend(first, 2), Lend(first, 1)];
        PageRun[] secondRuns = [Lend(second, 4)];
        firstRuns = [.. firstRuns, Lend(first, 1), Lend(first, 2)];
        secondRuns = [.. secondRuns, Lend(second, 1)];

        Assert.Equal(3, _pages.Reservations);
        Assert.Equal(8 * AddressSpace.GranuleUnits, firstRuns[^1].Index);
        Assert.Equal(8 * AddressSpace.GranuleUnits, secondRuns[^1].Index);
        CheckRuns(first, firstRuns);
        CheckRuns(second, secondRuns);
        Assert.Equal((6 * Granule, 5 * Granule), (first.BytesLent, second.BytesLent));
        Lend(second, 1, indexed: false);
        Assert.False(first.TryLend(1, indexed: true, out _));
        Assert.True(first.LimitReached);

        // A part keeps the memory returned to it, and all parts share the limit.
        first.Return(firstRuns[1]);
        first.Return(firstRuns[2]);
        Assert.True(firstRuns[1].Address == Lend(first, 1).Address);
        Lend(second, 1);
        Assert.False(second.TryLend(1, indexed: true, out _));
    }

    [Fact]
    public void The_memory_of_parts_is_released_with_the_whole()
    {
        var whole = new AddressSpace(_pages, 8 * Granule, Unlimited);
        var first = new AddressSpace(whole);
        var second = new AddressSpace(whole);
        PageRun run = Lend(first, 2);
        PageRun other = Lend(second, 2);
        *run.Address = *other.Address = 1;

        first.Retire();
        Assert.Equal(1, *run.Address);
        Assert.False(first.TryLend(1, indexed: true, out _));
        Assert.Equal(0, first.BytesLent);
        second.Retire();
        whole.Retire();
        Assert.Equal((0, 0), (*run.Address, *other.Address));

        whole.Dispose();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Threads_that_lend_from_parts_of_a_space_never_get_the_same_run()
    {
        using var whole = new AddressSpace(_pages, 300 * Granule, Unlimited);
        var runs = new List<PageRun>[4];
        Parallel.For(0, runs.Length, part =>
        {
            var space = new AddressSpace(whole);
            runs[part] = [.. Enumerable.Range(0, 100).Select(_ => Lend(space, 1))];
            CheckRuns(space, [.. runs[part]]);
        });

        Assert.Equal(400, runs.SelectMany(static part => part).Select(static run => (nint)run.Address).Distinct().Count());
        whole.Dispose();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void A_reservation_covers_no_more_than_an_index_reaches()
    {
        Assert.True(AddressSpace.MaximumReservation < 1L << 35);
        Assert.Equal(uint.MaxValue - AddressSpace.GranuleUnits + 1, AddressSpace.MaximumGranules * AddressSpace.GranuleUnits);
        using var space = new AddressSpace(new FailingPageSource(), long.MaxValue, Unlimited);

        CheckAddresses(space, Lend(space, 1));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(40)]
    [InlineData(1_000)]
    public void Runs_lent_and_returned_at_random_never_overlap_and_always_add_up(int granules)
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using AddressSpace space = Flat(granules);
        var lent = new List<PageRun>();
        for (int step = 0; step < 2_000; step++)
        {
            if (lent.Count == 0 || random.Next(100) < 52)
            {
                lent.Add(Lend(space, (uint)random.Next(1, 6), indexed: random.Next(2) == 0));
            }
            else
            {
                int position = random.Next(lent.Count);
                space.Return(lent[position]);
                lent.RemoveAt(position);
            }

            Assert.True(space.BytesLent == lent.Sum(static run => (long)run.Bytes), $"Seed {seed}");
        }

        lent.Sort(static (left, right) => ((nint)left.Address).CompareTo((nint)right.Address));
        for (int i = 0; i < lent.Count; i++)
        {
            Assert.True(i == 0 || lent[i - 1].Address + lent[i - 1].Bytes <= lent[i].Address, $"Runs overlap. Seed {seed}");
            CheckAddresses(space, lent[i]);
        }

        space.Dispose();
        Assert.Equal(0, _pages.Reservations);
    }

    private static PageRun Lend(AddressSpace space, uint granules, bool indexed = true)
    {
        Assert.True(space.TryLend(granules, indexed, out PageRun run));
        Assert.Equal(granules, run.Granules);
        return run;
    }

    private static void CheckRuns(AddressSpace space, PageRun[] runs) => Array.ForEach(runs, run => CheckAddresses(space, run));

    private static void CheckAddresses(AddressSpace space, PageRun run)
    {
        for (uint granule = 0; granule < run.Granules && (run.Index != 0 || granule == 0); granule++)
        {
            byte* start = run.Address + (granule * Granule);
            uint index = run.Index + (granule * AddressSpace.GranuleUnits);
            uint last = AddressSpace.GranuleUnits - 1;
            Assert.True(run.Index == 0 || space.Address(index) == start);
            Assert.True(run.Index == 0 || space.Address(index + last) == start + (last << AddressSpace.UnitShift));
            *(ulong*)start = index;
            *(ulong*)(start + (last << AddressSpace.UnitShift)) = index;
        }
    }

    private AddressSpace Flat(int granules = 10_000) => new(_pages, granules * Granule, Unlimited);

    private AddressSpace Flat(uint granules) => Flat((int)granules);
}
