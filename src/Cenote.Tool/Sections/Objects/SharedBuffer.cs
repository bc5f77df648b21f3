using System.Buffers;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>An array of the pool that .NET has for all.</summary>
internal readonly struct SharedBuffer(int size) : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(size);
        text.CopyTo(buffer);
        reader.Read(buffer.AsSpan(0, text.Length));
        ArrayPool<char>.Shared.Return(buffer);
    }

    public void Dispose()
    {
        // It belongs to the process.
    }
}
