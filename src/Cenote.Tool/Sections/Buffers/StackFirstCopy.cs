using Cenote.Buffers;
using Cenote.Tool.Input;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A copy on the stack, or on the scratch stack if it is longer than 256 chars.</summary>
internal readonly struct StackFirstCopy : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        using var buffer = new ScratchBuffer<char>(stackalloc char[256], text.Length);
        text.CopyTo(buffer.Span);
        reader.Read(buffer.Span);
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}
