using Cenote.Objects;

namespace Cenote.Tests.Objects;

public sealed class DepotTests
{
    private readonly Depot _depot = new(8);

    [Fact]
    public void There_is_no_more_room_than_the_size()
    {
        Assert.Equal(5, _depot.TakeRoom(5));
        Assert.Equal(3, _depot.TakeRoom(5));
        Assert.Equal(0, _depot.TakeRoom(5));

        _depot.ReturnRoom(8);

        Assert.Equal(8, _depot.Room);
    }

    [Fact]
    public void Items_for_which_there_is_no_place_take_no_room()
    {
        while (_depot.TryReturnFull(new Magazine()))
        {
        }

        List<object> items = [new(), new()];
        _depot.Stock(items);

        Assert.Equal((2, 8), (items.Count, _depot.Room));
    }
}
