namespace Cenote.Tool.Input;

/// <summary>
/// Reads texts one after the other. Implemented by structs, so that one loop over a generic argument serves both a timed run,
/// which reads next to nothing, and its verification, which reads everything.
/// </summary>
internal interface ITextReader
{
    void Read(ReadOnlySpan<char> text);

    void Read(ReadOnlySpan<byte> utf8);
}
