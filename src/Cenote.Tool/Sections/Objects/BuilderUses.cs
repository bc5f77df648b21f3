using System.Text;
using Cenote.Objects;
using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>A new builder for each string.</summary>
internal readonly struct NewBuilder : IObjectUse
{
    public void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader => reader.Read(TextBuilding.Build(new StringBuilder(), text));

    public void Dispose()
    {
        // Managed memory: nothing to release.
    }
}

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

/// <summary>
/// Builders keep their capacity when they are returned: no string of a sample is long enough for that to matter.
/// </summary>
internal readonly struct BuilderPolicy : IPoolPolicy<StringBuilder>
{
    public StringBuilder Create() => new();

    public bool Cleanup(StringBuilder item)
    {
        item.Clear();
        return true;
    }
}
