using Cenote.Memory.Cells;

namespace Cenote.Tests.Memory.Cells;

public sealed class ManagedTextsTests
{
    private readonly ManagedTexts _texts = new();

    [Fact]
    public void The_place_of_a_text_that_was_removed_is_taken_by_the_next_one()
    {
        Assert.Equal(0, _texts.Add("first"));
        Assert.Equal(1, _texts.Add("second"));

        _texts.Remove(0);
        Assert.Null(_texts[0]);

        Assert.Equal(0, _texts.Add("third"));
        Assert.Equal(2, _texts.Add("fourth"));
        Assert.Equal(("third", "second"), (_texts[0], _texts[1]));
    }
}
