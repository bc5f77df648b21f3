using Cenote.Tool.Input;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A copy in a new array.</summary>
internal readonly struct NewCopy : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = new char[text.Length];
        text.CopyTo(buffer);
        reader.Read(buffer);
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}
