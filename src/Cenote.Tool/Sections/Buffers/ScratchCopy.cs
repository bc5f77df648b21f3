using Cenote.Buffers;
using Cenote.Tool.Input;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A copy on the thread's scratch stack.</summary>
internal readonly struct ScratchCopy : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        using ScratchBuffer<char> buffer = Scratch.Rent<char>(text.Length);
        text.CopyTo(buffer.Span);
        reader.Read(buffer.Span);
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}
