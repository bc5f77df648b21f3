namespace Cenote.Interning;

/// <content>Operations on keys of any length that <c>FindPlain</c> has not found, with the comparison of the table.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>
    /// Returns the interned string, adding it if it is absent. If it is too long, returns a string that is not interned.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="instance">The string to add; null to allocate one.</param>
    /// <exception cref="OutOfMemoryException">The byte limit is reached.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string GetOrAdd(ReadOnlySpan<char> text, string? instance)
    {
        if (TryGetOrAdd(text, instance) is { } interned)
        {
            return interned;
        }

        return text.Length > _maximumLength ? instance ?? text.ToString() : Throw.InternerIsFull(text.Length, _maximumBytes);
    }

    /// <summary>Returns the interned string, adding it if it is absent; null if a limit does not allow it.</summary>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, string?)" path="/param"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? TryGetOrAdd(ReadOnlySpan<char> text, string? instance)
    {
        ThrowIfDisposed();
        if (text.Length == 0)
        {
            return string.Empty;
        }

        if (text.Length > _maximumLength)
        {
            return null;
        }

        // If the key is plain, FindPlain has already shown that the string is absent.
        if (!IsPlain(text.Length) && Find(text) is { } found)
        {
            return found;
        }

        // From here on, uses the chars of the new string: another thread may be changing the memory of the span, and the hash
        // must match the stored chars. Allocates outside the locks; if another thread adds an equal string first, the new string
        // is garbage.
        instance ??= text.ToString();
        return _ignoreCase ? TryGetOrAdd(new FoldedText(instance), instance) : TryGetOrAdd(new OrdinalText(instance), instance);
    }

    /// <summary>Returns the interned string; null if it is absent.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? Get(ReadOnlySpan<char> text)
    {
        ThrowIfDisposed();
        return text.Length == 0 ? string.Empty
            : _ignoreCase ? Get(new FoldedText(text))
            : Get(new OrdinalText(text));
    }

    /// <summary>Removes a string.</summary>
    /// <returns>False if the string is absent.</returns>
    public bool Remove(ReadOnlySpan<char> text)
    {
        ThrowIfDisposed();
        return _ignoreCase ? Remove(new FoldedText(text)) : Remove(new OrdinalText(text));
    }

    private string? Find(ReadOnlySpan<char> text) => _ignoreCase ? Find(new FoldedText(text)) : Find(new OrdinalText(text));

    private string? Find<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => Find(text, Hashing.Of(text));
}
