namespace Cenote.Tool.Input;

/// <summary>
/// Reads the length and the first char, or byte, of each string: the minimum that a program would read.
/// </summary>
internal struct TouchReader : ITextReader
{
    public long Sum { get; private set; }

    public void Read(ReadOnlySpan<char> text) => Sum += text.IsEmpty ? 0 : text.Length + text[0];

    public void Read(ReadOnlySpan<byte> utf8) => Sum += utf8.IsEmpty ? 0 : utf8.Length + utf8[0];
}
