using Cenote.Arenas;

namespace Cenote.Tests.Arenas;

public sealed class PlaceWindowTests
{
    [Fact]
    public void Places_that_were_given_out_once_stay_so()
    {
        var window = new PlaceWindow(3);
        ulong first = window.Next;

        window.MarkUsed(first + 100);
        window.MarkUsed(first + 50);

        Assert.Equal(first + 100, window.Next);
    }

    // The test uses up the window, because another arena could otherwise already own it.
    [Fact]
    public void A_window_that_was_returned_has_no_owner()
    {
        using var arena = new StringArena();
        PlaceWindow window = PlaceDirectory.Rent();
        window.Owner = arena;
        window.MarkUsed(((ulong)window.Number + 1) << PlaceWindow.Shift);
        Assert.False(window.HasRoom);

        PlaceDirectory.Return(window);

        Assert.Null(window.Owner);
    }
}
