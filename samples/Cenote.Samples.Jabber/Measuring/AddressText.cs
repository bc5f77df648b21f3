namespace Cenote.Samples.Jabber.Measuring;

/// <summary>The text of an address in both encodings, so that each form reads the encoding it stores.</summary>
internal readonly ref struct AddressText(ReadOnlySpan<char> utf16, ReadOnlySpan<byte> utf8)
{
    public ReadOnlySpan<char> Utf16 { get; } = utf16;

    public ReadOnlySpan<byte> Utf8 { get; } = utf8;
}
