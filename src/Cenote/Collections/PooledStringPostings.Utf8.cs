using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>Keys in UTF-8. They are the same keys as in UTF-16.</content>
public sealed partial class PooledStringPostings
{
    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="GetNumbers(ReadOnlySpan{char})"/>
    public ReadOnlySpan<int> GetNumbersUtf8(ReadOnlySpan<byte> key) => Numbers(ref _keys.GetValueRefOrNullRefUtf8(key));

    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="number">The number.</param>
    /// <inheritdoc cref="Contains(ReadOnlySpan{char}, int)"/>
    public bool ContainsUtf8(ReadOnlySpan<byte> key, int number)
    {
        bool found = GetNumbersUtf8(key).BinarySearch(number) >= 0;
        GC.KeepAlive(this);
        return found;
    }

    /// <param name="key">The key in UTF-8, copied if new; each invalid sequence becomes U+FFFD, so different keys can become
    /// equal.</param>
    /// <param name="number">The number.</param>
    /// <inheritdoc cref="Add(ReadOnlySpan{char}, int)"/>
    [SkipLocalsInit]
    public bool AddUtf8(ReadOnlySpan<byte> key, int number)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Add(text.Chars, number);
    }

    /// <param name="key">The key in UTF-8, copied if new; each invalid sequence becomes U+FFFD, so different keys can become
    /// equal.</param>
    /// <param name="number">The number.</param>
    /// <param name="exists">Whether the key had the number before.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{char}, int, out bool)"/>
    [SkipLocalsInit]
    public bool TryAddUtf8(ReadOnlySpan<byte> key, int number, out bool exists)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryAdd(text.Chars, number, out exists);
    }

    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="number">The number.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char}, int)"/>
    [SkipLocalsInit]
    public bool RemoveUtf8(ReadOnlySpan<byte> key, int number)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return Remove(text.Chars, number);
    }

    /// <param name="key">The key in UTF-8; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <inheritdoc cref="RemoveKey(ReadOnlySpan{char})"/>
    [SkipLocalsInit]
    public int RemoveKeyUtf8(ReadOnlySpan<byte> key)
    {
        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return RemoveKey(text.Chars);
    }
}
