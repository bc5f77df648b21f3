using Cenote.Tool.Advising;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Tests.Reports.Html;

public class AdviceTextTests
{
    [Theory]
    [InlineData("Sort them in an arena: 1 ns against 2 ns. More.", "Sort them in an arena.")]
    [InlineData("Dictionary wins with these 30 keys. A pool is slower: 1 ns.", "Dictionary wins with these 30 keys.")]
    [InlineData("Intern them. With what is too close to call. A StringInterner: 1 ns.", "Intern them. With what is too close to call.")]
    [InlineData("There is nothing to say.", "There is nothing to say.")]
    public void The_conclusion_is_what_stands_before_the_figures(string text, string conclusion) =>
        Assert.Equal(conclusion, AdviceText.Conclusion(new AdviceItem("topic", Conclusion.NotWorthIt, null, text)).ToString());

    [Theory]
    [InlineData("string", "Plain managed strings win: string[] takes 1 ns, string 2 ns.", "Plain managed strings win: string[] takes 1 ns, <code>string</code> 2 ns.")]
    [InlineData("PooledStringId[]", "As PooledStringId[] (UTF-8) or PooledStringId[] over a pool.", "As PooledStringId[] (UTF-8) or <code>PooledStringId[]</code> over a pool.")]
    [InlineData("StringArena.Sort", "By StringArena.Sort", "By <code>StringArena.Sort</code>")]
    [InlineData("ObjectPool<char[]>", "ObjectPool<char[]>: ObjectPool<char[]>", "<code>ObjectPool&lt;char[]&gt;</code>: <code>ObjectPool&lt;char[]&gt;</code>")]
    [InlineData("HashSet", "None.", "None.")]
    public void The_name_of_what_is_recommended_is_code_where_it_is_the_whole_name(string name, string text, string markup) =>
        Assert.Equal(markup, AdviceText.Whole(new AdviceItem("topic", Conclusion.Use, name, text)).ToString());
}
