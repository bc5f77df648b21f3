using System.Buffers;
using Cenote.Objects;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>A new array for each string.</summary>
internal readonly struct NewBuffer(int size) : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = new char[size];
        text.CopyTo(buffer);
        reader.Read(buffer.AsSpan(0, text.Length));
    }

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

/// <summary>An array of ArrayPool.Shared.</summary>
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
        // ArrayPool.Shared belongs to the process.
    }
}

/// <summary>An array of an object pool.</summary>
internal readonly struct PooledBuffer(ObjectPool<char[], BufferPolicy> pool) : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        char[] buffer = pool.Allocate();
        text.CopyTo(buffer);
        reader.Read(buffer.AsSpan(0, text.Length));
        pool.Free(buffer);
    }

    public void Dispose() => pool.Dispose();
}

/// <summary>
/// Buffers of one size that are not cleared, like those of <see cref="System.Buffers.ArrayPool{T}"/>.
/// </summary>
internal readonly struct BufferPolicy(int size) : IPoolPolicy<char[]>
{
    public char[] Create() => new char[size];

    public bool Cleanup(char[] item) => true;
}
