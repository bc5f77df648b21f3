using System.Text.Unicode;
using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>Lookups of keys that are stored in another encoding.</content>
public sealed unsafe partial class FrozenPooledStringDictionary<TValue>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* Find(ReadOnlySpan<byte> key)
    {
        KeyCell* cell = _image.StoresUtf8 || KeyText.IsAscii(key)
            ? _image.Find(key, EntryLayout<TValue>.TextOffset)
            : FindDecoded(key);
        return cell != null || !_image.MayHaveReplacement ? cell : FindDecoded(key);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindEncoded(scoped ReadOnlySpan<char> key)
    {
        if (KeyText.IsAscii(key))
        {
            return null;
        }

        using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
        return encoded.IsValid ? _image.Find(encoded.Bytes, EntryLayout<TValue>.TextOffset) : null;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindDecoded(scoped ReadOnlySpan<byte> key)
    {
        if (_image.StoresUtf8 && Utf8.IsValid(key))
        {
            return null;
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        KeyCell* cell = _image.Find(text.Chars, EntryLayout<TValue>.TextOffset);
        return cell != null || !_image.StoresUtf8 ? cell : FindEncoded(text.Chars);
    }
}
