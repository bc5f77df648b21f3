using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>An array of 8-byte records and their store, with text in UTF-8.</summary>
internal sealed class CompactUtf8Collection(int capacity) : IAddressCollection
{
    private readonly CompactJabberId[] _ids = new CompactJabberId[capacity];
    private readonly JabberIdStore<byte> _store = new();

    public long NativeBytes => _store.NativeBytes;

    public void Read(int slot, in AddressText text)
    {
        if (JabberIdText.TryRecognize(text.Utf8, out JabberIdParts<byte> parts))
        {
            _ids[slot] = _store.Add(parts);
        }
        else
        {
            ReadSlow(slot, text.Utf8);
        }
    }

    public ulong Checksum()
    {
        var checksum = default(AddressChecksum);
        foreach (CompactJabberId id in _ids)
        {
            checksum.Add(_store.Get(id));
        }

        return checksum.Value;
    }

    public void Dispose() => _store.Dispose();

    private void ReadSlow(int slot, ReadOnlySpan<byte> text)
    {
        Span<byte> scratch = stackalloc byte[JabberIdText.ScratchLength];
        _ids[slot] = JabberIdText.TryPrepare(text, scratch, out JabberIdParts<byte> parts, out JabberIdFault fault)
            ? _store.Add(parts)
            : throw new JabberIdException(fault);
    }
}
