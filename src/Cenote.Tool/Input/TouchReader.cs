namespace Cenote.Tool.Input;

/// <summary>
/// Touches length and first char, or byte, of each text, the least that a program which wanted the text would read.
/// </summary>
internal struct TouchReader : ITextReader
{
    public long Sum { get; private set; }

    public void Read(ReadOnlySpan<char> text) => Sum += text.IsEmpty ? 0 : text.Length + text[0];

    public void Read(ReadOnlySpan<byte> utf8) => Sum += utf8.IsEmpty ? 0 : utf8.Length + utf8[0];
}
