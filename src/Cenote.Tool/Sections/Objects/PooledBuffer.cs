using Cenote.Objects;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

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
