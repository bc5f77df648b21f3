namespace Cenote.Tool.Input;

/// <summary>Adjacent strings of a text, which a <see cref="TextSampler"/> keeps or drops together.</summary>
/// <param name="FirstString">The index of the first of these strings in the text.</param>
/// <param name="Number">The random number drawn for the block.</param>
/// <param name="Text">The strings one after the other, and possibly more chars.</param>
/// <param name="Lengths">The length of each string.</param>
internal sealed record TextBlock(long FirstString, ulong Number, char[] Text, int[] Lengths)
{
    /// <summary>The number of strings.</summary>
    public int Count => Lengths.Length;

    /// <summary>The total number of chars.</summary>
    public long Chars => Lengths.Sum(static length => (long)length);
}
