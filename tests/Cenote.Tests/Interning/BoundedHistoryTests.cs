using Cenote.Interning;
using Cenote.Text;

namespace Cenote.Tests.Interning;

public sealed class BoundedHistoryTests
{
    private const ulong Unknown = 100UL << 56;

    [Fact]
    public void The_newest_gives_way_first_unless_it_was_asked_for()
    {
        BoundedSet set = Full();
        var history = default(BoundedHistory);
        history.Add(way: 5, cameBack: false);

        Assert.Equal(5, history.Choose(ref set, BoundedSet.Ways, cameBack: false));

        BoundedSet.MarkUsed(ref set, 5);
        Assert.Equal(0, history.Choose(ref set, BoundedSet.Ways, cameBack: false));
    }

    [Fact]
    public void A_clock_that_is_fully_wound_stays_so()
    {
        BoundedSet set = Full();
        for (int i = 0; i < 256; i++)
        {
            BoundedSet.MarkUsed(ref set, 5);
        }

        Assert.False(set.IsUnused(5));
    }

    [Fact]
    public void A_text_that_came_back_takes_the_place_of_an_old_one()
    {
        BoundedSet set = Full();
        var history = default(BoundedHistory);
        history.Add(way: 5, cameBack: false);
        history.Add(way: 2, cameBack: true);

        Assert.Equal(0, history.Choose(ref set, BoundedSet.Ways, cameBack: true));
        Assert.Equal(1, history.Choose(ref set, BoundedSet.Ways, cameBack: true));
        Assert.Equal(5, history.Choose(ref set, BoundedSet.Ways, cameBack: false));
    }

    [Fact]
    public void A_place_that_was_emptied_is_not_chosen()
    {
        BoundedSet set = Full();
        var history = default(BoundedHistory);
        history.Add(way: 5, cameBack: false);
        set.Take(5);

        Assert.Equal(0, history.Choose(ref set, BoundedSet.Ways, cameBack: false));
    }

    [Fact]
    public void The_last_eight_that_gave_way_are_remembered()
    {
        var history = default(BoundedHistory);
        for (int round = 0; round < 9; round++)
        {
            BoundedSet set = Full(first: (round * BoundedSet.Ways) + 1);
            history.Add(way: 3, cameBack: false);
            history.Choose(ref set, BoundedSet.Ways, cameBack: false);
        }

        Assert.False(history.Remembers(TagWord.PatternOf(Unknown)));
        Assert.False(history.Remembers(PatternOf(4)));
        Assert.All(Enumerable.Range(1, 8), round => Assert.True(history.Remembers(PatternOf((round * BoundedSet.Ways) + 4))));
    }

    // Fills a set with consecutive tags.
    private static BoundedSet Full(int first = 1)
    {
        var set = default(BoundedSet);
        for (int way = 0; way < BoundedSet.Ways; way++)
        {
            set.Put(way, PatternOf(first + way), $"{first + way}", wound: false);
        }

        return set;
    }

    private static ulong PatternOf(int tag) => TagWord.PatternOf((ulong)tag << 56);
}
