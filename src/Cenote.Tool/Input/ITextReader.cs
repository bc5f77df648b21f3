namespace Cenote.Tool.Input;

/// <summary>
/// Reads strings one after the other. Implemented by structs, so that one generic loop serves both a timed run,
/// which reads almost nothing, and its verification, which reads everything.
/// </summary>
internal interface ITextReader
{
    void Read(ReadOnlySpan<char> text);

    void Read(ReadOnlySpan<byte> utf8);
}
