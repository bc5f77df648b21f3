using System.Runtime.CompilerServices;

namespace Cenote.Interning;

/// <content>Texts of any length, compared as the table was told to. Here ends what <c>FindPlain</c> has not found.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>The string of a text, which is added if there is none and no limit forbids it.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="instance">The string to add; null to make one.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string GetOrAdd(ReadOnlySpan<char> text, string? instance)
    {
        if (text.Length == 0)
        {
            return string.Empty;
        }

        if (text.Length > _maximumLength)
        {
            return instance ?? text.ToString();
        }

        return _ignoreCase ? GetOrAdd(new FoldedText(text), instance) : GetOrAdd(new OrdinalText(text), instance);
    }

    /// <summary>The string of a text; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? Get(ReadOnlySpan<char> text) =>
        text.Length == 0 ? string.Empty
        : _ignoreCase ? Get(new FoldedText(text))
        : Get(new OrdinalText(text));

    /// <summary>Removes a text.</summary>
    /// <returns>False if it was not there.</returns>
    public bool Remove(ReadOnlySpan<char> text) => _ignoreCase ? Remove(new FoldedText(text)) : Remove(new OrdinalText(text));
}
