using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>A buffer for a decoded key, which is valid until the next key is read.</summary>
internal sealed unsafe class KeyBuffer
{
    private const int MinChars = 128;

    private char[] _chars = [];

    /// <summary>Returns the key of a cell with this form. Valid until the next call.</summary>
    public ReadOnlySpan<char> Read(KeyCell* cell, uint form, int textOffset)
    {
        byte* text = (byte*)cell + textOffset;
        int length = KeyCell.LengthOf(form);
        return KeyCell.IsNarrowForm(form) ? Decode(new ReadOnlySpan<byte>(text, length)) : new ReadOnlySpan<char>(text, length);
    }

    public void Clear() => _chars.AsSpan().Clear();

    private ReadOnlySpan<char> Decode(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > _chars.Length)
        {
            Clear();
            _chars = new char[Math.Max(MinChars, utf8.Length)];
        }

        return _chars.AsSpan(0, KeyText.TryWiden(utf8, _chars) ? utf8.Length : KeyText.Decode(utf8, _chars));
    }
}
