using System.Numerics;
using System.Text;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>A checksum of addresses and their order, the same for UTF-16 and UTF-8 and in every process.</summary>
internal struct AddressChecksum
{
    private const ulong Multiplier = 0x9E3779B97F4A7C15;

    public ulong Value { get; private set; }

    public void Add(JabberIdParts<char> parts)
    {
        Add(parts.Local);
        Add(parts.Domain);
        Add(parts.Resource);
    }

    public void Add(JabberIdParts<byte> parts)
    {
        Add(parts.Local);
        Add(parts.Domain);
        Add(parts.Resource);
    }

    private void Add(ReadOnlySpan<byte> utf8)
    {
        Span<char> text = stackalloc char[utf8.Length];
        Add(text[..Encoding.UTF8.GetChars(utf8, text)]);
    }

    private void Add(ReadOnlySpan<char> text)
    {
        ulong state = Value ^ (uint)text.Length;
        foreach (char c in text)
        {
            state = (BitOperations.RotateLeft(state, 23) ^ c) * Multiplier;
        }

        Value = BitOperations.RotateLeft(state, 23) * Multiplier;
    }
}
