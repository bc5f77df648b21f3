using System.Buffers;
using Cenote.Tool.Input;
using Cenote.Tool.Sections.Objects;

namespace Cenote.Tool.Sections.Buffers;

/// <summary>A copy in an array of the pool that .NET has for all.</summary>
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
