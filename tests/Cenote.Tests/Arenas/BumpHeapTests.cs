using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed unsafe class BumpHeapTests : IDisposable
{
    private const uint Granule = AddressSpace.GranuleBytes;
    private const uint Slack = BumpHeap.SlackBytes;
    private const uint MostGranules = 4;
    private const long Ample = 1L << 30;
    private const ulong Origin = 1UL << 40;

    private readonly FailingPageSource _pages = new();
    private AddressSpace? _space;
    private BumpHeap _heap;

    public static TheoryData<long> Reservations => [Ample, 5 * Granule, 0];

    public void Dispose() => _space?.Dispose();

    [Fact]
    public void A_new_heap_holds_nothing()
    {
        Make(Ample);

        Assert.Equal(1, _pages.Requests);
        Assert.Equal(new State(0, 0, 0, 0, 0, Origin), Now());
    }

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Chunks_double_up_to_the_largest_size(long reservation)
    {
        Make(reservation);
        var sizes = new List<long>();
        while (sizes.Count < 6)
        {
            long before = _space!.BytesLent;
            do
            {
                _heap.Next = _heap.Limit;
                Take(8);
            }
            while (_space.BytesLent == before);

            sizes.Add((_space.BytesLent - before) / Granule);
        }

        Assert.Equal([1, 2, 4, 4, 4, 4], sizes);
        Assert.Equal(6, _heap.ChunkCount);
    }

    [Theory]
    [InlineData(Granule - Slack, 1)]
    [InlineData(Granule - Slack + 8, 2)]
    [InlineData((10 * Granule) - Slack, 10)]
    [InlineData((10 * Granule) - Slack + 8, 11)]
    public void What_no_chunk_could_hold_gets_one_of_its_own_size(uint bytes, long granules)
    {
        Make(Ample);

        Take(bytes);

        Assert.Equal(granules * Granule, _space!.BytesLent);
        Assert.Equal(1, _heap.ChunkCount);
    }

    [Fact]
    public void Where_chunks_lie_behind_each_other_there_is_no_seam()
    {
        Make(Ample);
        byte* first = Take(Granule - Slack - 8);

        byte* across = Take(2 * Granule);

        Assert.True(first + Granule - Slack - 8 == across);
        Assert.Equal((3 * Granule) - Slack - 8, _heap.BytesUsed);
        Assert.Equal(Origin + ((ulong)_heap.BytesUsed / 8), _heap.End);
    }

    [Fact]
    public void Behind_all_that_is_handed_out_there_is_slack()
    {
        Make(Ample);
        Take(Granule - Slack);
        Assert.True(_heap.Next + Slack == _space!.Base + _space.BytesLent);

        Take((2 * Granule) - Slack);
        Assert.True(_heap.Next + Slack <= _space.Base + _space.BytesLent);
        Assert.True(_heap.Limit + Slack == _space.Base + _space.BytesLent);
    }

    [Theory]
    [MemberData(nameof(Reservations))]
    public void All_lengths_around_the_end_of_a_chunk_get_their_room(long reservation)
    {
        for (uint bytes = (Granule / 2) - 160; bytes <= (Granule / 2) + 16; bytes += 8)
        {
            Make(reservation);
            byte*[] starts = [Take(Granule / 2), Take(bytes), Take(24)];

            Check(starts[0], Granule / 2);
            Check(starts[1], bytes);
            Check(starts[2], 24);
        }
    }

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Refused_memory_leaves_the_heap_as_it_was(long reservation)
    {
        Make(reservation);
        Take(1_000);
        State before = Now();

        _pages.Fails = static _ => true;
        Assert.False(_heap.TryMakeRoom(100 * Granule));
        Assert.Equal(before, Now());

        // The system grants the addresses, but refuses memory for them.
        _pages.Fails = static _ => false;
        _pages.LargestCommit = 0;
        int ranges = _pages.Reservations;
        Assert.False(_heap.TryMakeRoom(100 * Granule));
        Assert.Equal(before, Now());
        Assert.Equal(ranges, _pages.Reservations);

        _pages.LargestCommit = nuint.MaxValue;
        Check(Take(100 * Granule), 100 * Granule);
    }

    [Fact]
    public void A_heap_whose_first_memory_is_refused_gets_it_when_it_asks_again()
    {
        _pages.Fails = static request => request <= 4;
        Make(Ample);

        Assert.False(_heap.TryMakeRoom(8));
        Assert.Equal(new State(0, 0, 0, 0, 0, Origin), Now());

        _pages.Fails = static _ => false;
        Check(Take(8), 8);
    }

    [Fact]
    public void Where_the_limit_refuses_a_larger_chunk_a_smaller_one_will_do()
    {
        Make(Ample, maximumBytes: 4 * Granule);
        Take(Granule - Slack);
        Take((2 * Granule) - Slack);
        Take(Granule - Slack);
        State full = Now();

        Assert.Equal(4 * Granule, full.Lent);
        Assert.Equal(3, full.Chunks);
        Assert.False(_heap.TryMakeRoom(Granule));
        Assert.True(_space!.LimitReached);
        Assert.Equal(full, Now());
    }

    [Theory]
    [InlineData(ulong.MaxValue)]
    [InlineData(1UL << 48)]
    [InlineData((ulong)AddressSpace.MaximumReservation - Slack + 8)]
    public void Sizes_beyond_all_places_are_refused_before_anybody_is_asked(ulong bytes)
    {
        Make(Ample);
        Take(8);
        State before = Now();
        int requests = _pages.Requests;

        Assert.False(_heap.TryMakeRoom(bytes));

        Assert.Equal(before, Now());
        Assert.Equal(requests, _pages.Requests);
    }

    [Theory]
    [MemberData(nameof(Reservations))]
    public void After_a_rewind_the_same_chunks_are_filled_from_the_first_one(long reservation)
    {
        Make(reservation);
        nint[] first = TakeMany();
        State full = Now();

        _heap.Rewind(_heap.End);
        Assert.Equal(full with { Next = 0, Limit = 0, Used = 0 }, Now());
        nint[] second = TakeMany();

        Assert.Equal(first, second);
        Assert.Equal(full with { End = full.End + full.End - Origin }, Now());
    }

    [Fact]
    public void A_kept_chunk_that_is_too_small_stays_for_what_comes_later()
    {
        Make(reservation: 0);
        byte*[] starts = [Take(Granule - Slack), Take((2 * Granule) - Slack), Take((4 * Granule) - Slack)];
        long lent = _space!.BytesLent;
        _heap.Rewind(_heap.End);

        Assert.True(starts[2] == Take((4 * Granule) - Slack));
        Assert.True(starts[1] == Take((2 * Granule) - Slack));
        Assert.True(starts[0] == Take(Granule - Slack));
        Assert.Equal(lent, _space.BytesLent);
        Assert.Equal(3, _heap.ChunkCount);
    }

    [Fact]
    public void What_was_taken_back_is_not_found_any_more()
    {
        Make(Ample);
        ulong place = _heap.PlaceOf(Take(16));
        _heap.Rewind(_heap.End);
        Assert.True(_heap.Places.Find(place) == null);

        byte* start = Take(16);

        Assert.Equal(place + 2, _heap.PlaceOf(start));
        Assert.True(_heap.Places.Find(place + 2) == start);
        Assert.True(_heap.Places.Find(place + 1) == null);
    }

    [Fact]
    public void Rewinding_what_is_empty_uses_up_no_places()
    {
        Make(Ample);
        for (int i = 0; i < 10; i++)
        {
            _heap.Rewind(_heap.End);
        }

        Assert.Equal(Origin, _heap.End);
        Assert.Equal(Origin, _heap.PlaceOf(Take(8)));
    }

    [Fact]
    public void A_closed_heap_holds_and_finds_nothing()
    {
        Make(Ample);
        ulong place = _heap.PlaceOf(Take(8));

        _heap.Close();

        Assert.Equal((0, 0L, Origin + 1), (_heap.ChunkCount, _heap.BytesUsed, _heap.End));
        Assert.True(_heap.Places.Find(place) == null);
        Assert.True(_heap.Places.Find(_heap.End) == null);
    }

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Whatever_is_taken_and_rewound_no_place_is_used_twice(long reservation)
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        Make(reservation);
        ulong end = Origin;
        for (int generation = 0; generation < 30; generation++)
        {
            var taken = new List<(ulong Place, nint Start, uint Bytes)>();
            int count = random.Next(60);
            for (int i = 0; i < count; i++)
            {
                uint bytes = 8 * (uint)random.Next(1, random.Next(8) == 0 ? 40_000 : 2_000);
                byte* start = Take(bytes);
                taken.Add((_heap.PlaceOf(start), (nint)start, bytes));
                CheckLimit(reservation, seed);
            }

            taken.Sort();
            foreach ((ulong place, nint start, uint bytes) in taken)
            {
                Assert.True(place >= end, $"Place {place - Origin} is used twice. Seed {seed}");
                end = place + (bytes / 8);
                Check((byte*)start, bytes);
            }

            Assert.True(end == _heap.End, $"Seed {seed}");
            Assert.True(_heap.BytesUsed >= taken.Sum(static text => text.Bytes), $"Seed {seed}");
            _heap.Rewind(end);
        }
    }

    [Fact]
    public void The_next_owner_of_warm_addresses_finds_zeros()
    {
        for (int round = 0; round < 5; round++)
        {
            var space = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue);
            _heap = new BumpHeap(space, 1, MostGranules, Origin);
            Take(3 * Granule);
            _heap.Rewind(_heap.End);
            Take(8);
            _heap.Wipe();
            _heap.Close();
            space.Dispose();

            using var next = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue);
            Assert.True(next.TryLend(3, indexed: true, out PageRun run));
            Assert.Equal(-1, new Span<byte>(run.Address, (int)run.Bytes).IndexOfAnyExcept((byte)0));
        }
    }

    [Fact]
    public void A_kept_chunk_is_as_large_as_what_lies_before_its_slack()
    {
        Make(reservation: 0);
        byte* kept = Take(8);
        _heap.Rewind(_heap.End);

        // This request fits in the kept chunk only if the chunk's slack is counted.
        Take(Granule - Slack + 8);
        _heap.Next = _heap.Limit;
        byte* next = Take(Granule - Slack);

        Assert.True(next == kept);
        Assert.Equal((2, 3L * Granule), (_heap.ChunkCount, _space!.BytesLent));
    }

    private void Make(long reservation, long maximumBytes = long.MaxValue)
    {
        _space?.Dispose();
        _space = new AddressSpace(_pages, reservation, maximumBytes);
        _heap = new BumpHeap(_space, 1, MostGranules, Origin);
    }

    // Writes the place of each unit into the unit, so that overwriting is detected.
    private byte* Take(uint bytes)
    {
        Assert.True(_heap.TryMakeRoom(bytes));
        byte* start = _heap.Next;
        _heap.Next += bytes;
        Assert.True(_heap.Next <= _heap.Limit);
        for (byte* unit = start; unit < _heap.Next; unit += 8)
        {
            *(ulong*)unit = _heap.PlaceOf(unit);
        }

        return start;
    }

    private nint[] TakeMany()
    {
        nint[] starts = new nint[100];
        for (int i = 0; i < starts.Length; i++)
        {
            starts[i] = (nint)Take(8 * (uint)((i * 997 % 3_000) + 1));
        }

        return starts;
    }

    private void Check(byte* start, uint bytes)
    {
        for (byte* unit = start; unit < start + bytes; unit += 8)
        {
            if (_heap.Places.Find(*(ulong*)unit) != unit)
            {
                Assert.Fail($"Unit {(unit - start) / 8} of {bytes / 8} does not hold its place.");
            }
        }
    }

    // Memory is prepared at most two granules ahead. In a reservation, the prepared memory ends at the end of a lent granule.
    private void CheckLimit(long reservation, int seed)
    {
        long ahead = _heap.Limit + Slack - _heap.Next;
        Assert.True(ahead is >= Slack and <= Slack + (2 * Granule), $"{ahead} bytes ahead. Seed {seed}");
        if (reservation == Ample)
        {
            long end = _heap.Limit + Slack - _space!.Base;
            Assert.True(end % Granule == 0 && end <= _space.BytesLent, $"Ready up to {end}. Seed {seed}");
        }
    }

    private State Now() =>
        new((nint)_heap.Next, (nint)_heap.Limit, _heap.BytesUsed, _heap.ChunkCount, _space!.BytesLent, _heap.End);

    private sealed record State(nint Next, nint Limit, long Used, int Chunks, long Lent, ulong End);
}
