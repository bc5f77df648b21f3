using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory.Pages;

public sealed unsafe class RangeCacheTests
{
    private const nuint Granule = AddressSpace.GranuleBytes;

    private readonly ManualClock _clock = new();
    private readonly RangeCache _keeper;
    private readonly FailingPageSource _pages;
    private int _collections;

    public RangeCacheTests()
    {
        _keeper = new RangeCache(_clock, () => _collections);
        _pages = new FailingPageSource { Cache = _keeper };
    }

    [Fact]
    public void What_was_handed_out_rests_readable_and_writable_for_a_time_and_two_full_collections()
    {
        AddressRange range = Used(granules: 4, touched: 4);
        *range.Address = 1;
        _keeper.Return(range, RangeState.Writable, keepWarm: false);

        _clock.Advance(RangeCache.MinQuarantineTime);
        Touch();
        Assert.Equal(1, _pages.Reservations);
        Assert.Equal(0, *range.Address);
        *range.Address = 2;

        _collections += RangeCache.QuarantineCollections - 1;
        Touch();
        Assert.Equal(1, _pages.Reservations);
        Assert.Equal(2, *range.Address);

        _collections++;
        Touch();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Collections_alone_do_not_end_a_rest()
    {
        _keeper.Return(Used(granules: 4, touched: 4), RangeState.Writable, keepWarm: false);
        _collections = 1_000;
        _clock.Advance(RangeCache.MinQuarantineTime - TimeSpan.FromMilliseconds(1));
        Touch();
        Assert.Equal(1, _pages.Reservations);

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        Touch();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void A_reservation_rests_from_the_end_of_its_last_owner_on()
    {
        AddressRange first = Used(granules: 64, touched: 2);
        _keeper.Return(first, RangeState.Writable, keepWarm: false);
        AddressRange second = Rent(64);
        Assert.Same(first.Reservation, second.Reservation);
        second.Touched = 64 * Granule;
        PassTime();
        _keeper.Return(second, RangeState.Writable, keepWarm: false);
        Touch();
        Assert.Equal(1, _pages.Reservations);
        *first.Address = 1;

        PassTime();
        Touch();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void A_range_that_only_readers_had_goes_to_the_next_owner_as_it_is()
    {
        AddressRange first = Used(granules: 100, touched: 3);
        _keeper.Return(first, RangeState.Zeroed, keepWarm: true);

        Assert.Same(first, Rent(100));
        Assert.NotSame(first, Rent(100));
    }

    [Fact]
    public void A_range_of_unknown_content_goes_only_to_owners_that_trust_nothing()
    {
        AddressRange first = Used(granules: 100, touched: 3);
        _keeper.Return(first, RangeState.Unknown, keepWarm: true);

        Assert.NotSame(first, Rent(100));
        Assert.Same(first, _keeper.TryRent(_pages, 100 * Granule, zeroed: false));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_a_stale_reference_writes_never_reaches_the_next_owner(bool moves)
    {
        _pages.MovesPages = moves;
        for (int round = 0; round < 20; round++)
        {
            AddressRange first = Used(granules: 100, touched: 3);
            new Span<byte>(first.Address, 3 * (int)Granule).Fill(1);
            _keeper.Return(first, RangeState.Writable, keepWarm: true);
            new Span<byte>(first.Address, 3 * (int)Granule).Fill(2);

            AddressRange second = Rent(100);
            new Span<byte>(first.Address, 3 * (int)Granule).Fill(3);

            Assert.True(second.Address >= first.Address + (3 * Granule) || second.Address + second.Bytes <= first.Address);
            Assert.True(second.TryCommit(6 * Granule));
            Assert.Equal(-1, new Span<byte>(second.Address, 6 * (int)Granule).IndexOfAnyExcept((byte)0));
            Assert.Equal(-1, new Span<byte>(first.Address, 3 * (int)Granule).IndexOfAnyExcept((byte)3));
            second.Touched = 6 * Granule;
            _keeper.Return(second, RangeState.Writable, keepWarm: true);
        }
    }

    [Fact]
    public void Warm_pages_go_to_a_new_reservation_when_the_old_one_is_used_up()
    {
        AddressRange first = Used(granules: 4, touched: 4);
        *first.Address = 1;
        _keeper.Return(first, RangeState.Writable, keepWarm: true);

        AddressRange second = Rent(4);

        Assert.NotSame(first.Reservation, second.Reservation);
        Assert.Equal(0, *second.Address);
        *first.Address = 2;
        Assert.Equal(0, *second.Address);
        PassTime();
        Touch();
        Assert.Equal(1, _pages.Reservations);
    }

    [Fact]
    public void An_owner_gets_all_the_addresses_it_wants_wherever_its_range_starts()
    {
        for (int i = 0; i < 1_000; i++)
        {
            AddressRange range = Rent(160);
            Assert.True(range.Bytes == 160 * Granule);
            Assert.True(range.Address + range.Bytes <= range.Reservation.Address + range.Reservation.Bytes);
            Assert.True(range.TryCommit(160 * Granule));
            range.Address[(160 * Granule) - 1] = 1;
            range.Touched = 3 * Granule;
            _keeper.Return(range, (RangeState)(i % 3), keepWarm: i % 2 == 0);
        }
    }

    [Fact]
    public void A_reservation_of_which_a_part_could_not_be_renewed_is_never_used_or_released()
    {
        _keeper.Return(Used(granules: 4, touched: 4), RangeState.Writable, keepWarm: true);
        _pages.RefusesToRenew = true;

        AddressRange next = Rent(4);
        next.Touched = 4 * Granule;
        _keeper.Return(next, RangeState.Writable, keepWarm: false);
        PassTime();
        Touch();

        Assert.Equal(1, _pages.Reservations);
    }

    [Theory]
    [InlineData(4u)]
    [InlineData(100u)]
    public void Addresses_to_which_pages_could_not_be_moved_are_never_used_or_released(uint granules)
    {
        AddressRange first = Used(granules, touched: 4);
        *first.Address = 1;
        _keeper.Return(first, RangeState.Writable, keepWarm: true);
        _pages.RefusesToMove = true;

        AddressRange next = Rent(granules);
        Assert.NotSame(first.Reservation, next.Reservation);
        Assert.Equal(0u, next.Committed);
        Assert.True(next.TryCommit(Granule));
        Assert.Equal(0, *next.Address);
        _keeper.Return(next, RangeState.Writable, keepWarm: false);
        PassTime();
        Touch();

        Assert.Equal(1, _pages.Reservations);
    }

    // Linux before 6.17 moves only pages of one mapping, so pages that were moved and pages after them are not moved together.
    [Fact]
    public void Pages_that_were_moved_are_moved_again_without_those_after_them()
    {
        _keeper.Return(Used(granules: 100, touched: 3), RangeState.Writable, keepWarm: true);
        foreach (uint touched in (uint[])[5, 7, 2, 9])
        {
            AddressRange next = Rent(100);
            Assert.True(next.TryCommit(touched * Granule));
            next.Touched = touched * Granule;
            _keeper.Return(next, RangeState.Writable, keepWarm: true);
        }

        // The owner of 7 granules used more than twice the 3 that were moved to it, so its pages are not moved.
        Assert.Equal([3 * Granule, 3 * Granule, 2 * Granule], _pages.Moves);
    }

    [Fact]
    public void A_release_that_the_system_refuses_is_tried_again()
    {
        _keeper.Return(Used(granules: 4, touched: 4), RangeState.Writable, keepWarm: false);
        _pages.RefusesToRelease = true;
        PassTime();
        Touch();
        Assert.Equal(1, _pages.Reservations);

        _pages.RefusesToRelease = false;
        PassTime();
        Touch();
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void When_addresses_are_refused_the_oldest_rests_end_early()
    {
        AddressRange oldest = Used(granules: 8, touched: 8);
        _keeper.Return(oldest, RangeState.Writable, keepWarm: false);
        _keeper.Return(Used(granules: 16, touched: 16), RangeState.Writable, keepWarm: false);
        Assert.Equal(2, _pages.Reservations);

        // TryRent makes three attempts: with space for later owners, without this space, and after the release of one range.
        int before = _pages.Requests;
        _pages.Fails = request => request < before + 2;
        Assert.NotNull(_keeper.TryRent(_pages, 3 * Granule, zeroed: true));
        Assert.Equal(2, _pages.Reservations);

        _pages.Fails = static _ => true;
        Assert.Null(_keeper.TryRent(_pages, 5 * Granule, zeroed: true));
        Assert.Equal(1, _pages.Reservations);
    }

    [Fact]
    public void When_a_commit_is_refused_all_waiting_and_quarantined_memory_is_released()
    {
        _pages.CommitLimit = 32 * (long)Granule;
        _keeper.Return(Used(granules: 8, touched: 8), RangeState.Writable, keepWarm: false);
        _keeper.Return(Used(granules: 12, touched: 12), RangeState.Unknown, keepWarm: true);
        AddressRange live = Used(granules: 16, touched: 12);
        Assert.Equal(3, _pages.Reservations);

        Assert.True(live.TryCommit(16 * Granule));
        Assert.Equal(1, _pages.Reservations);

        AddressRange other = Rent(100);
        Assert.False(other.TryCommit(17 * Granule));
        Assert.True(other.TryCommit(16 * Granule));
    }

    [Fact]
    public void When_mappings_run_out_all_waiting_and_quarantined_memory_is_released()
    {
        _pages.MaximumReservations = 3;
        for (int i = 0; i < 3; i++)
        {
            AddressRange range = _keeper.TryReserve(_pages, Granule, slack: 0)!;
            Assert.True(range.TryCommit(Granule));
            range.Touched = Granule;
            _keeper.Return(range, RangeState.Writable, keepWarm: false);
        }

        AddressRange?[] live = [.. Enumerable.Range(0, 4).Select(_ => _keeper.TryRent(_pages, Granule, zeroed: true))];

        Assert.All(live[..3], Assert.NotNull);
        Assert.Null(live[3]);
        Assert.Equal(3, _pages.Reservations);
        _keeper.Return(live[0]!, RangeState.Writable, keepWarm: false);
        Assert.NotNull(_keeper.TryRent(_pages, 2 * Granule, zeroed: true));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void When_mappings_run_out_a_collection_finds_unreachable_owners(bool isDisposed)
    {
        _pages.MaximumReservations = 4;
        for (int i = 0; i < 40; i++)
        {
            MakeAndForget(isDisposed);
        }

        Assert.InRange(_pages.Reservations, 1, 4);
    }

    [Fact]
    public void Little_memory_is_quarantined_where_it_counts_as_used()
    {
        _pages.QuarantinedBytes = 32 * (long)Granule;
        for (int i = 0; i < 50; i++)
        {
            _keeper.Return(Used(granules: 1_000, touched: 10), RangeState.Writable, keepWarm: false);
            Assert.InRange(_pages.Reservations, 1, 4);
        }

        _keeper.Return(Used(granules: 1_000, touched: 100), RangeState.Writable, keepWarm: false);
        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Cached_memory_counts_as_quarantined_once_it_is_dropped()
    {
        _pages.QuarantinedBytes = 32 * (long)Granule;
        AddressRange[] ranges = [.. Enumerable.Range(0, 60).Select(_ => Used(granules: 100, touched: 8))];
        Assert.All(ranges, range => _keeper.Return(range, RangeState.Zeroed, keepWarm: true));

        // 16 ranges are cached, and four are quarantined.
        Assert.Equal(20, _pages.Reservations);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Live_owners_inherit_little_memory_of_disposed_ones(bool isWritable)
    {
        RangeState state = isWritable ? RangeState.Writable : RangeState.Zeroed;
        _pages.MachineBytes = 3_200 * (ulong)Granule;
        List<AddressRange> live = [];
        long inherited = 0;
        for (int i = 0; i < 40; i++)
        {
            _keeper.Return(Used(granules: 100, touched: 8), state, keepWarm: true);
            live.Add(Rent(100));
            inherited += (long)Math.Max(live[^1].Touched, live[^1].Moved);
        }

        Assert.Equal(32 * (long)Granule, inherited);

        // Once the live ranges are returned, the next owners inherit again.
        live.ForEach(range => _keeper.Return(range, RangeState.Writable, keepWarm: false));
        _keeper.Return(Used(granules: 100, touched: 8), state, keepWarm: true);
        AddressRange next = Rent(100);
        Assert.Equal(8 * Granule, Math.Max(next.Touched, next.Moved));
    }

    [Fact]
    public void A_short_lived_owner_passes_on_what_it_inherited_even_if_it_used_little()
    {
        _pages.MachineBytes = 3_200 * (ulong)Granule;
        nuint resident = 0;
        for (int i = 0; i < 40; i++)
        {
            _keeper.Return(Used(granules: 100, touched: 8), RangeState.Writable, keepWarm: true);
            _keeper.Return(Used(granules: 100, touched: 1), RangeState.Zeroed, keepWarm: true);
            AddressRange live = Rent(100);
            resident += live.Resident;
        }

        Assert.InRange(resident, 8 * Granule, 32 * Granule);
    }

    [Fact]
    public void Inherited_memory_is_uncounted_when_new_addresses_cannot_be_reserved()
    {
        _pages.MachineBytes = 3_200 * (ulong)Granule;
        for (int i = 0; i < 10; i++)
        {
            // The reservation has no addresses left for the next owner.
            AddressRange whole = _keeper.TryReserve(_pages, 100 * Granule, slack: 0)!;
            Assert.True(whole.TryCommit(8 * Granule));
            whole.Touched = 8 * Granule;
            _keeper.Return(whole, RangeState.Writable, keepWarm: true);
            _pages.Fails = static _ => throw new InvalidOperationException("The limits of the process cannot be read.");
            Assert.Throws<InvalidOperationException>(() => _keeper.TryRent(_pages, 100 * Granule, zeroed: true));
            _pages.Fails = static _ => false;
        }

        PassTime();
        Touch();
        Assert.Equal(0, _pages.Reservations);
        _keeper.Return(Used(granules: 100, touched: 32), RangeState.Writable, keepWarm: true);
        Assert.Equal(32 * Granule, Rent(100).Resident);
    }

    [Fact]
    public void Reservations_that_live_owners_share_keep_little_memory_of_disposed_ones()
    {
        _pages.QuarantinedBytes = 64 * (long)Granule;
        for (int i = 0; i < 40; i++)
        {
            // The live owner may get the untouched addresses of the disposed owner's reservation.
            _keeper.Return(Used(granules: 1_000, touched: 16), RangeState.Writable, keepWarm: false);
            _ = Rent(1_000);
        }

        // Four live owners share reservations of disposed ones. Of the other 36 ranges, 16 are cached, and four are quarantined.
        Assert.Equal(40 + 16 + 4, _pages.Reservations);
    }

    [Fact]
    public void Committed_memory_counts_even_if_no_owner_used_it()
    {
        _pages.QuarantinedBytes = 32 * (long)Granule;
        for (int i = 0; i < 40; i++)
        {
            AddressRange range = Rent(1_000);
            Assert.True(range.TryCommit(300 * Granule));
            _keeper.Return(range, RangeState.Zeroed, keepWarm: true);
            Assert.Equal(0, _pages.Reservations);
        }
    }

    [Fact]
    public void Memory_of_an_owner_that_could_not_pass_on_its_addresses_counts_once()
    {
        _pages.QuarantinedBytes = 100 * (long)Granule;
        for (int i = 0; i < 20; i++)
        {
            AddressRange range = Used(granules: 1_000, touched: 60);
            _keeper.PassOn(range);
            _keeper.Return(range, RangeState.Writable, keepWarm: false);
            Assert.Equal(1, _pages.Reservations);
        }
    }

    [Fact]
    public void Little_memory_rests_where_discarded_pages_stay_committed()
    {
        _pages.KeepsWhatIsDiscarded = true;
        _pages.MachineBytes = 3_200 * (ulong)Granule;
        for (int i = 0; i < 50; i++)
        {
            _keeper.Return(Used(granules: 1_000, touched: 10), RangeState.Writable, keepWarm: false);
            Assert.InRange(_pages.Reservations, 1, 4);
        }
    }

    [Fact]
    public void Rests_end_early_that_would_help_nobody_do_not_end()
    {
        _keeper.Return(Used(granules: 8, touched: 8), RangeState.Writable, keepWarm: false);
        _pages.Fails = static _ => true;

        Assert.Null(_keeper.TryRent(_pages, 1_000 * Granule, zeroed: true));

        Assert.Equal(1, _pages.Reservations);
    }

    [Fact]
    public void Too_many_quarantined_addresses_end_the_oldest_quarantine()
    {
        nuint tebibyte = (nuint)1 << 40;
        for (int i = 0; i < 40; i++)
        {
            AddressRange range = _keeper.TryReserve(_pages, tebibyte, slack: 0)!;
            Assert.True(range.TryCommit(Granule));
            range.Touched = Granule;
            _keeper.Return(range, RangeState.Writable, keepWarm: false);
            Assert.InRange(_pages.Reservations, 1, 16);
            *range.Address = 1;
        }
    }

    [Fact]
    public void Too_many_quarantined_reservations_end_the_oldest_quarantine()
    {
        for (int i = 0; i < 5_000; i++)
        {
            AddressRange range = _keeper.TryReserve(_pages, Granule, slack: 0)!;
            Assert.True(range.TryCommit(Granule));
            range.Touched = Granule;
            _keeper.Return(range, RangeState.Writable, keepWarm: false);
            Assert.Equal(Math.Min(i + 1, 4_096), _pages.Reservations);
            *range.Address = 1;
        }
    }

    [Fact]
    public void Only_so_much_memory_stays_warm()
    {
        AddressRange[] ranges = [.. Enumerable.Range(0, 40).Select(_ => Used(granules: 100, touched: 40))];
        Assert.All(ranges, range => _keeper.Return(range, RangeState.Zeroed, keepWarm: true));

        int kept = 0;
        AddressRange[] next = [.. Enumerable.Range(0, 40).Select(_ => Rent(100))];
        kept += next.Count(ranges.Contains);

        Assert.Equal(6, kept);
        Assert.Contains(ranges[^1], next);
    }

    [Fact]
    public void After_a_full_collection_rests_end_where_nobody_comes_or_goes()
    {
        _keeper.Return(Used(granules: 4, touched: 4), RangeState.Writable, keepWarm: false);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.Equal(1, _pages.Reservations);

        PassTime();
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.Equal(0, _pages.Reservations);
    }

    [Theory]
    [InlineData(1u, true, false)]
    [InlineData(1u, false, false)]
    [InlineData(1u, false, true)]
    [InlineData(0u, false, true)]
    public void Addresses_behind_a_range_that_is_ending_go_to_another_owner_before_it_has_ended(
        uint touched, bool isWritable, bool keepWarm)
    {
        RangeState state = isWritable ? RangeState.Writable : RangeState.Zeroed;
        AddressRange first = Rent(100);
        first.Touched = touched * Granule;
        Assert.True(first.TryCommit(4 * Granule));
        _keeper.PassOn(first);

        AddressRange second = Rent(100);
        Assert.Same(first.Reservation, second.Reservation);
        Assert.True(second.Address == first.Address + (4 * Granule));

        // The first range's addresses overlap the second's, so no other owner gets the first range when it is returned.
        _keeper.Return(first, state, keepWarm);
        AddressRange third = Rent(100);
        Assert.True(third.Address >= second.Address + second.Bytes || third.Address + third.Bytes <= first.Address);

        second.Touched = 100 * Granule;
        _keeper.Return(second, RangeState.Writable, keepWarm: false);
        Touch();
        Assert.Equal(2, _pages.Reservations);
        PassTime();
        Touch();
        Assert.Equal(1, _pages.Reservations);
    }

    [Fact]
    public void Owners_that_come_and_go_at_random_never_share_an_address_with_what_is_in_use_or_young()
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        var live = new List<AddressRange>();
        var young = new List<(AddressRange Range, nint End)>();
        for (int step = 0; step < 3_000; step++)
        {
            if (live.Count < 8 && random.Next(2) == 0)
            {
                uint granules = random.Next(2) == 0 ? 40u : 100u;
                AddressRange range = Rent(granules);
                uint touched = (uint)random.Next(1, random.Next(10) == 0 ? (int)granules : 6);
                Assert.True(range.TryCommit(touched * Granule));
                Assert.True(
                    new Span<byte>(
                        range.Address,
                        (int)(touched * Granule)).IndexOfAnyExcept((byte)0) < 0, $"Seed {seed}: memory is not zero.");
                Assert.All(
                    live,
                    other => Assert.True(Misses(range, (nint)range.Bytes, other, (nint)other.Touched), $"Seed {seed}: overlap."));
                Assert.All(
                    young,
                    other => Assert.True(Misses(range, (nint)range.Bytes, other.Range, other.End), $"Seed {seed}: no quarantine."));
                range.Touched = Math.Max(range.Touched, touched * Granule);
                new Span<byte>(range.Address, (int)(touched * Granule)).Fill(1);
                live.Add(range);
            }
            else if (live.Count > 0)
            {
                int position = random.Next(live.Count);
                AddressRange range = live[position];
                live.RemoveAt(position);
                bool writable = random.Next(2) == 0;
                if (writable)
                {
                    young.Add((range, (nint)range.Touched));
                }
                else
                {
                    new Span<byte>(range.Address, (int)range.Touched).Clear();
                }

                _keeper.Return(range, writable ? RangeState.Writable : RangeState.Zeroed, keepWarm: random.Next(4) != 0);
            }

            foreach ((AddressRange range, nint end) in young)
            {
                // Faults if the page is unmapped.
                range.Address[random.NextInt64(end)] = 2;
            }

            if (random.Next(100) == 0)
            {
                young.Clear();
                PassTime();
            }
        }
    }

    private static bool Misses(AddressRange a, nint bytesOfA, AddressRange b, nint bytesOfB) =>
        a.Address + bytesOfA <= b.Address || b.Address + bytesOfB <= a.Address;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeAndForget(bool isDisposed)
    {
        var space = new AddressSpace(_pages, (long)Granule, long.MaxValue);
        Assert.True(space.TryLend(1, indexed: true, out PageRun run));
        *run.Address = 1;
        if (isDisposed)
        {
            space.Retire();
        }
    }

    private AddressRange Rent(uint granules)
    {
        AddressRange? range = _keeper.TryRent(_pages, granules * Granule, zeroed: true);
        Assert.NotNull(range);
        return range;
    }

    private AddressRange Used(uint granules, uint touched)
    {
        AddressRange range = Rent(granules);
        Assert.True(range.TryCommit(touched * Granule));
        range.Touched = touched * Granule;
        return range;
    }

    private void PassTime()
    {
        _clock.Advance(RangeCache.MinQuarantineTime);
        _collections += RangeCache.QuarantineCollections;
    }

    // Quarantines end at the next call. No range of this size is cached, and the request fails, so nothing else changes.
    private void Touch()
    {
        Func<int, bool> fails = _pages.Fails;
        _pages.Fails = static _ => true;
        Assert.Null(_keeper.TryRent(_pages, (nuint)1 << 40, zeroed: true));
        _pages.Fails = fails;
    }
}
