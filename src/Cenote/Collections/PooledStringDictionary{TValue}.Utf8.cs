using System.Text.Unicode;
using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>UTF-8 keys. A key added in one encoding is found in the other.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <inheritdoc cref="TryGetValue(TextKey, out TValue)"/>
    public bool TryGetValue(ReadOnlySpan<byte> key, [MaybeNullWhen(false)] out TValue value)
    {
        KeyCell* cell = _index.FindsAsIs(key) ? _index.Find(key, EntryLayout<TValue>.TextOffset) : FindDecoded(key);
        if (cell == null && (!_mayNeedOtherUtf8Form || (cell = FindDecoded(key)) == null))
        {
            value = default;
            return false;
        }

        value = ValueOf(cell);
        GC.KeepAlive(this);
        return true;
    }

    // Looks up a UTF-8 key, without decoding it if possible. Not inlined, so that lookups by chars keep their locals in
    // registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* Find(scoped ReadOnlySpan<byte> key)
    {
        KeyCell* cell = _index.FindsAsIs(key) ? _index.Find(key, EntryLayout<TValue>.TextOffset) : FindDecoded(key);
        return cell != null || !_mayNeedOtherUtf8Form ? cell : FindDecoded(key);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindDecoded(scoped ReadOnlySpan<byte> key)
    {
        if (_index.StoresUtf8 && Utf8.IsValid(key))
        {
            ThrowIfDisposed();
            return null;
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Find(text.Chars, _index.HashOf(text.Chars));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool LocateDecoded(ReadOnlySpan<byte> key, out KeyPlace place)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryLocate(text.Chars, out place);
    }
}
