namespace Cenote.Tool.Input;

/// <summary>Neighbours in a text, which a <see cref="TextSampler"/> keeps or drops together.</summary>
/// <param name="FirstString">The index of the first of them in the text.</param>
/// <param name="Number">What it has drawn.</param>
/// <param name="Text">The strings one after the other, and perhaps more.</param>
/// <param name="Lengths">The length of each.</param>
internal sealed record TextBlock(long FirstString, ulong Number, char[] Text, int[] Lengths)
{
    /// <summary>How many strings there are.</summary>
    public int Count => Lengths.Length;

    /// <summary>The length of all of them.</summary>
    public long Chars => Lengths.Sum(static length => (long)length);
}
