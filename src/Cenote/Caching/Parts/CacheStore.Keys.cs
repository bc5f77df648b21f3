using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>
/// Operations with keys as callers pass them. Methods for UTF-8 are not inlined, so that lookups by chars keep their locals in
/// registers.
/// </content>
internal sealed partial class CacheStore
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGet(TextKey key, Span<byte> destination, out int length) =>
        key.IsUtf8
            ? TryGetUtf8(key.Utf8, destination, out length)
            : TryGet(new CacheKey(key.Chars), destination, out length);

    [SkipLocalsInit]
    public bool TryGet(ReadOnlySpan<byte> key, Span<byte> destination, out int length)
    {
        if (KeyText.IsAscii(key))
        {
            return TryGet(new CacheKey(key), destination, out length);
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryGet(new CacheKey(text.Chars), destination, out length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Set(TextKey key, ReadOnlySpan<byte> value, in CacheEntryOptions options) =>
        key.IsUtf8 ? SetUtf8(key.Utf8, value, in options) : Set(new CacheKey(key.Chars), value, in options);

    public bool Touch(TextKey key) => key.IsUtf8 ? TouchUtf8(key.Utf8) : Touch(new CacheKey(key.Chars));

    public bool Remove(TextKey key) => key.IsUtf8 ? RemoveUtf8(key.Utf8) : Remove(new CacheKey(key.Chars));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetUtf8(ReadOnlySpan<byte> key, Span<byte> destination, out int length) =>
        TryGet(key, destination, out length);

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool SetUtf8(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, in CacheEntryOptions options)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return Set(form.Key, value, in options);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TouchUtf8(ReadOnlySpan<byte> key)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return Touch(form.Key);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool RemoveUtf8(ReadOnlySpan<byte> key)
    {
        using var form = new KeyForm(key, stackalloc char[Utf8Key.StackChars]);
        return Remove(form.Key);
    }
}
