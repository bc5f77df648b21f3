using Cenote.Memory.Rings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Memory.Rings;

public sealed class RingTests(ITestOutputHelper output)
{
    private const uint Start = 10;
    private const uint End = 1_010;

    [Fact]
    public void Random_cells_leave_in_the_order_in_which_they_came_and_never_overlap()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var ring = default(Ring);
        ring.Initialize(Start, End);
        var cells = new Queue<(uint Place, uint Units)>();
        uint end = End;
        for (int step = 0; step < RunSettings.Length(100_000); step++)
        {
            uint units = (uint)random.Next(1, random.Next(20) == 0 ? 250 : 30);
            if (random.Next(100) < 55 && ring.TryTake(units, out uint place))
            {
                Assert.InRange(place, Start, end - units);
                Assert.DoesNotContain(cells, cell => place < cell.Place + cell.Units && cell.Place < place + units);
                cells.Enqueue((place, units));
            }
            else if (cells.TryDequeue(out (uint Place, uint Units) oldest))
            {
                Assert.Equal(oldest.Place, ring.Tail);
                ring.RemoveOldest(oldest.Units);
            }

            if (random.Next(200) == 0)
            {
                end = random.Next(4) == 0 ? End : (uint)random.Next((int)end - 50, (int)end + 1);
                end = Math.Max(end, 600);
                if (end == End)
                {
                    ring.ExtendTo(End);
                }
                else
                {
                    Assert.Equal(cells.All(cell => cell.Place + cell.Units <= end), ring.TryEndAt(end));
                }
            }

            Assert.Equal(cells.Sum(static cell => cell.Units), ring.Used);
            Assert.Equal(cells.Count == 0, ring.IsEmpty);
            Assert.Equal(cells, Walk(ring, cells));
        }
    }

    [Fact]
    public void A_full_ring_gives_up_its_end_within_one_round()
    {
        for (uint units = 1; units < 100; units++)
        {
            var ring = default(Ring);
            ring.Initialize(Start, End);
            var cells = new Queue<uint>();
            for (int i = 0; i < 3_000; i++)
            {
                Add(ref ring, cells, units);
            }

            uint end = End - 100;
            uint taken = 0;
            while (!ring.TryEndAt(end))
            {
                Add(ref ring, cells, units);
                taken += units;
                Assert.InRange(taken, 0u, 2 * (End - Start));
            }
        }

        static void Add(ref Ring ring, Queue<uint> cells, uint units)
        {
            while (!ring.TryTake(units, out _))
            {
                ring.RemoveOldest(cells.Dequeue());
            }

            cells.Enqueue(units);
        }
    }

    [Fact]
    public void What_was_touched_reaches_to_the_last_cell_until_it_is_given_back()
    {
        var ring = default(Ring);
        ring.Initialize(Start, End);
        Assert.Equal(Start, ring.Touched);
        ring.TryTake(100, out _);
        ring.TryTake(50, out _);
        ring.RemoveOldest(100);
        ring.RemoveOldest(50);
        Assert.Equal(Start + 150, ring.Touched);
        Assert.Equal(Start, ring.Head);

        ring.Untouch();

        Assert.Equal(Start, ring.Touched);
    }

    private static List<(uint Place, uint Units)> Walk(Ring ring, Queue<(uint Place, uint Units)> cells)
    {
        List<(uint, uint)> walked = [];
        uint place = ring.Tail;
        foreach ((_, uint units) in cells)
        {
            walked.Add((place, units));
            Assert.Equal(walked.Count < cells.Count, ring.TryNext(ref place, units));
        }

        return walked;
    }
}
