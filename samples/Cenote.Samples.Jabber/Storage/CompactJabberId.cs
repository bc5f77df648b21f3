using System.Diagnostics.CodeAnalysis;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// An address of a <see cref="JabberIdStore{T}"/> in 8 bytes: the id of the user's text, and the numbers of the server and the
/// resourcepart.
/// </summary>
/// <remarks>
/// <para>From the lowest bit: 36 bits of text id, 16 of server, 12 of resourcepart. Number 0 means that the part is absent. The
/// highest number means that the part is stored with the user's text, because the part is rare or its table is full. Only text
/// ids can run out: a store assigns about 50 billion, each once, so a removed address's value never becomes another
/// address.</para>
/// <para><c>default</c> is not an address. Equality compares values: two different values may be the same address, so compare
/// addresses by the parts that the store returns. The struct contains no reference, so the garbage collector does not scan arrays
/// of it.</para>
/// </remarks>
public readonly struct CompactJabberId : IEquatable<CompactJabberId>
{
    internal const int TextBits = 36;
    internal const int ServerBits = 16;
    internal const int ResourceBits = 12;

    /// <summary>The number of a server that is stored with the user's text.</summary>
    internal const int ServerBeside = (1 << ServerBits) - 1;

    /// <summary>The number of a resourcepart that is stored with the user's text.</summary>
    internal const int ResourceBeside = (1 << ResourceBits) - 1;

    private readonly ulong _bits;

    internal CompactJabberId(long text, int server, int resource) =>
        _bits = (ulong)text | ((ulong)server << TextBits) | ((ulong)resource << (TextBits + ServerBits));

    /// <summary>Whether this is <c>default</c>, which is not an address.</summary>
    public bool IsDefault => _bits == 0;

    internal long Text => (long)(_bits & ((1UL << TextBits) - 1));

    internal int Server => (int)(_bits >> TextBits) & ServerBeside;

    internal int Resource => (int)(_bits >> (TextBits + ServerBits));

    /// <summary>Whether the values are the same.</summary>
    public static bool operator ==(CompactJabberId left, CompactJabberId right) => left.Equals(right);

    /// <summary>Whether the values differ.</summary>
    public static bool operator !=(CompactJabberId left, CompactJabberId right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(CompactJabberId other) => _bits == other._bits;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is CompactJabberId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _bits.GetHashCode();

    /// <summary>Whether the server or the resourcepart is stored with the user's text.</summary>
    internal bool HasTextBeside => Server == ServerBeside || Resource == ResourceBeside;
}
