using System.Runtime.CompilerServices;

namespace Cenote.Interning;

/// <content>Texts of any length, compared as the table was told to. What <c>FindPlain</c> has not found is decided
/// here.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>
    /// The string of a text, which is added if there is none; a string of its own if the text is too long to be kept.
    /// </summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="instance">The string to add; null to make one.</param>
    /// <exception cref="OutOfMemoryException">The limit of bytes is reached.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string GetOrAdd(ReadOnlySpan<char> text, string? instance)
    {
        if (TryGetOrAdd(text, instance) is { } interned)
        {
            return interned;
        }

        return text.Length > _maximumLength ? instance ?? text.ToString() : Throw.InternerIsFull(text.Length, _maximumBytes);
    }

    /// <summary>The string of a text, which is added if there is none; null if a limit forbids it.</summary>
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, string?)" path="/param"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? TryGetOrAdd(ReadOnlySpan<char> text, string? instance)
    {
        ThrowIfEnded();
        if (text.Length == 0)
        {
            return string.Empty;
        }

        if (text.Length > _maximumLength)
        {
            return null;
        }

        // Not needed if FindPlain was the whole search.
        if (!IsPlain(text.Length) && Find(text) is { } found)
        {
            return found;
        }

        // From here on the text is that of the string: another thread may be changing the buffer behind the span, and a hash of
        // one moment must not place a text of another. Outside the locks; if another thread is faster, the string was made in
        // vain.
        instance ??= text.ToString();
        return _ignoreCase ? TryGetOrAdd(new FoldedText(instance), instance) : TryGetOrAdd(new OrdinalText(instance), instance);
    }

    /// <summary>The string of a text; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? Get(ReadOnlySpan<char> text)
    {
        ThrowIfEnded();
        return text.Length == 0 ? string.Empty
            : _ignoreCase ? Get(new FoldedText(text))
            : Get(new OrdinalText(text));
    }

    /// <summary>Removes a text.</summary>
    /// <returns>False if it was not there.</returns>
    public bool Remove(ReadOnlySpan<char> text)
    {
        ThrowIfEnded();
        return _ignoreCase ? Remove(new FoldedText(text)) : Remove(new OrdinalText(text));
    }

    private string? Find(ReadOnlySpan<char> text) => _ignoreCase ? Find(new FoldedText(text)) : Find(new OrdinalText(text));

    private string? Find<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => Find(text, Hashing.Of(text));
}
