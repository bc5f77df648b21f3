namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>The same text for every string.</summary>
internal readonly struct OneText(char[] text) : ITexts<char>
{
    public OneText(int length)
        : this([.. Enumerable.Repeat('x', length)])
    {
    }

    public ReadOnlySpan<char> this[int number] => text;
}
