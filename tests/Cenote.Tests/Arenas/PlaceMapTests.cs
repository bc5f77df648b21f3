using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed unsafe class PlaceMapTests
{
    private const ulong Origin = 1UL << 40;

    [Theory]
    [InlineData(AddressSpace.GranuleBytes * 4)]
    [InlineData(0)]
    public void Places_are_found_from_the_origin_on_and_no_others(long reservation)
    {
        using var space = new AddressSpace(new FailingPageSource(), reservation, long.MaxValue);
        var places = new PlaceMap(space, Origin);
        Assert.True(places.Find(Origin) == null);
        Assert.True(space.TryLend(1, indexed: true, out PageRun run));
        places.UpdateBase();

        Assert.True(places.Find(Origin) == run.Address);
        Assert.True(places.Find(Origin + 8_191) == run.Address + 65_528);
        Assert.True(places.Find(Origin - 1) == null);
        Assert.True(places.Find(0) == null);
        Assert.True(places.Find(ulong.MaxValue) == null);
        Assert.True(places.Find(Origin + (1UL << 32)) == null);

        places.Origin += 8_192;
        Assert.True(places.Find(Origin) == null);
        Assert.True(places.Find(Origin + 8_191) == null);
        Assert.True(places.Find(Origin + 8_192) == run.Address);

        places.Close();
        Assert.True(places.Find(Origin + 8_192) == null);
    }

    [Theory]
    [InlineData(AddressSpace.GranuleBytes * 32)]
    [InlineData(0)]
    public void A_text_is_found_only_where_it_ends_in_memory_with_its_slack(long reservation)
    {
        using var space = new AddressSpace(new FailingPageSource(), reservation, long.MaxValue);
        var places = new PlaceMap(space, Origin);
        Assert.True(space.TryLend(1, indexed: true, out PageRun run));
        places.UpdateBase();

        // A reservation is committed beyond the lent granule, up to Limit.
        ulong units = Math.Max(space.Limit, AddressSpace.GranuleUnits);
        byte* end = run.Address + (units * 8);
        for (int chars = 1; chars <= PlaceMap.MaxChars; chars++)
        {
            ulong last = units - ((((ulong)chars * sizeof(char)) + BumpHeap.SlackBytes + 7) / 8);
            byte* text = places.FindText(Origin + last, chars);
            Assert.True(text == run.Address + (last * 8) && text + (chars * sizeof(char)) + BumpHeap.SlackBytes <= end);
            Assert.True(places.FindText(Origin + last + 1, chars) == null);
        }

        Assert.True(places.FindText(Origin, 1) == run.Address);
        Assert.True(places.FindBytes(Origin, units * 8) == run.Address);
        Assert.True(places.FindBytes(Origin, (units * 8) + 1) == null);
        Assert.True(places.FindBytes(Origin + 1, ulong.MaxValue) == null);
        Assert.True(places.FindBytes(Origin - 1, 8) == null);
    }

    [Fact]
    public void Bytes_over_granules_that_lie_apart_are_not_found()
    {
        var pages = new Cenote.Tests.Support.FailingPageSource();
        using var space = new AddressSpace(pages, 0, long.MaxValue);
        var places = new PlaceMap(space, Origin);
        Assert.True(space.TryLend(2, indexed: true, out PageRun first));
        Assert.True(space.TryLend(1, indexed: true, out PageRun second));
        places.UpdateBase();

        Assert.True(places.FindBytes(Origin, 2 * AddressSpace.GranuleBytes) == first.Address);
        byte* both = places.FindBytes(Origin, 3 * AddressSpace.GranuleBytes);
        Assert.True(both == null || second.Address == first.Address + (2 * AddressSpace.GranuleBytes));
        Assert.True(
            places.FindBytes(
                Origin + AddressSpace.GranuleUnits, AddressSpace.GranuleBytes) == first.Address + AddressSpace.GranuleBytes);
    }
}
