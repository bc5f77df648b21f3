using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>An array of 8-byte records and their store, with text in UTF-16.</summary>
internal sealed class CompactUtf16Collection(int capacity) : IAddressCollection
{
    private readonly CompactJabberId[] _ids = new CompactJabberId[capacity];
    private readonly JabberIdStore<char> _store = new();

    public long NativeBytes => _store.NativeBytes;

    public void Read(int slot, in AddressText text)
    {
        if (JabberIdText.TryRecognize(text.Utf16, out JabberIdParts<char> parts))
        {
            _ids[slot] = _store.Add(parts);
        }
        else
        {
            ReadSlow(slot, text.Utf16);
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

    private void ReadSlow(int slot, ReadOnlySpan<char> text)
    {
        Span<char> scratch = stackalloc char[JabberIdText.ScratchLength];
        _ids[slot] = JabberIdText.TryPrepare(text, scratch, out JabberIdParts<char> parts, out JabberIdFault fault)
            ? _store.Add(parts)
            : throw new JabberIdException(fault);
    }
}
