namespace Cenote.Samples.Jabber.Measuring;

/// <summary>An array of objects.</summary>
internal sealed class ObjectCollection(JabberIdParser parser, int capacity) : IAddressCollection
{
    private readonly JabberId[] _ids = new JabberId[capacity];

    public long NativeBytes => 0;

    public void Read(int slot, in AddressText text) =>
        _ids[slot] = parser.TryParse(text.Utf16, out JabberId? id, out JabberIdFault fault)
            ? id
            : throw new JabberIdException(fault);

    public ulong Checksum()
    {
        var checksum = default(AddressChecksum);
        foreach (JabberId id in _ids)
        {
            checksum.Add(id.Parts);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        // The garbage collector frees the addresses, which is part of this form's cost.
    }
}
