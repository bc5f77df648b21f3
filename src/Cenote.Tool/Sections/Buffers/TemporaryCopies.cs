using System.Buffers;
using Cenote.Buffers;
using Cenote.Tool.Input;

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

/// <summary>A copy in an array of ArrayPool.Shared.</summary>
internal readonly struct SharedCopy : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(text.Length);
        text.CopyTo(buffer);
        reader.Read(buffer.AsSpan(0, text.Length));
        ArrayPool<char>.Shared.Return(buffer);
    }

    public void Dispose()
    {
        // Nothing is kept.
    }
}

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
