using Cenote.Tool.Sections.Interning;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections.Interning;

public class RepeatedTextsTests
{
    [Fact]
    public void A_text_counts_once_however_often_it_occurs()
    {
        Assert.Equal(0, RepeatedTexts.Count(Corpora.Of()));
        Assert.Equal(0, RepeatedTexts.Count(Corpora.Of("a", "b", "")));
        Assert.Equal(2, RepeatedTexts.Count(Corpora.Of("a", "b", "a", "c", "", "a", "", "a")));
    }
}
