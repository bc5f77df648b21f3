using Cenote.Memory;

namespace Cenote.Tests.Memory;

public sealed unsafe class PlaceMapTests
{
    private const ulong Origin = 1UL << 40;

    [Theory]
    [InlineData(AddressSpace.GranuleBytes * 4)]
    [InlineData(0)]
    public void Places_are_found_from_the_origin_on_and_no_others(long reservation)
    {
        using var space = new AddressSpace(PageSource.System, reservation, long.MaxValue);
        var places = new PlaceMap(space, Origin);
        Assert.True(places.Find(Origin) == null);
        Assert.True(space.TryLend(1, indexed: true, out PageRun run));
        places.Follow();

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
}
