using System.Text;
using Cenote.Objects;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>A builder of an object pool.</summary>
internal readonly struct PooledBuilder(ObjectPool<StringBuilder, BuilderPolicy> pool) : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader
    {
        StringBuilder builder = pool.Allocate();
        reader.Read(TextBuilding.Build(builder, text));
        pool.Free(builder);
    }

    public void Dispose() => pool.Dispose();
}
