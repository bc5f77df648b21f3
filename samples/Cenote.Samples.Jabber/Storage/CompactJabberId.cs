namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// An address of a <see cref="JabberIdStore{T}"/> in 8 bytes: where the text of its user begins, and the numbers of its server
/// and of its resourcepart.
/// </summary>
/// <remarks>
/// <para>From the lowest bit: 36 bits of place, 16 of server, 12 of resourcepart. A number of 0 means none, the highest one means
/// that the text follows that of the user, because the table of such texts is full or the text is rare. So nothing
/// overflows but the place, at 64 Gi units of text, where the store refuses more.</para>
/// <para><c>default</c> is no address. Two values may differ and yet be the same address; ask the store. Holds no reference, so
/// the garbage collector does not look into an array of them.</para>
/// </remarks>
public readonly struct CompactJabberId
{
    internal const int PlaceBits = 36;
    internal const int ServerBits = 16;
    internal const int ResourceBits = 12;

    /// <summary>The number that says that the text of the server follows that of the user.</summary>
    internal const int ServerBeside = (1 << ServerBits) - 1;

    /// <summary>The number that says that the resourcepart follows them.</summary>
    internal const int ResourceBeside = (1 << ResourceBits) - 1;

    private readonly ulong _bits;

    internal CompactJabberId(long place, int server, int resource) =>
        _bits = (ulong)place | ((ulong)server << PlaceBits) | ((ulong)resource << (PlaceBits + ServerBits));

    /// <summary>Whether this is <c>default</c>, which is no address.</summary>
    public bool IsDefault => _bits == 0;

    internal long Place => (long)(_bits & ((1UL << PlaceBits) - 1));

    internal int Server => (int)(_bits >> PlaceBits) & ServerBeside;

    internal int Resource => (int)(_bits >> (PlaceBits + ServerBits));
}
