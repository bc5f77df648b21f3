using Cenote.Memory;

namespace Cenote.Interning;

/// <summary>The hash of a table that was flooded with keys whose hashes collide; an object, so that it is published whole.</summary>
internal sealed class KeyedHash
{
    public SipHash Hash { get; } = SipHash.WithNewSecret();
}
