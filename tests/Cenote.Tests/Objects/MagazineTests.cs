using Cenote.Objects;

namespace Cenote.Tests.Objects;

public sealed class MagazineTests
{
    [Fact]
    public void Items_move_and_none_stays_where_it_was()
    {
        object[] items = [new(), new(), new()];
        var cells = new Magazine.Cell[4];
        for (int i = 0; i < items.Length; i++)
        {
            cells[i].Item = items[i];
        }

        var magazine = new Magazine();
        magazine.MakeRoom(3);
        magazine.MoveFrom(cells.AsSpan(0, 3));
        Assert.Equal(3, magazine.Count);
        Assert.All(cells, static cell => Assert.Null(cell.Item));

        magazine.MoveTo(cells);
        Assert.Equal(0, magazine.Count);
        Assert.Equal([.. items, null], cells.Select(static cell => cell.Item));
    }
}
