using System.Diagnostics.CodeAnalysis;

namespace Cenote.Strings;

/// <content>Copies of a string that another thread may free at any moment.</content>
public readonly partial struct PooledString
{
    /// <summary>
    /// Copies the text, even while other threads free the string, compact, clear or trim the pool, or reuse the memory: what is
    /// copied is the text, never another one and never a part of it.
    /// </summary>
    /// <param name="destination">Where to. Its content has no meaning if nothing was copied.</param>
    /// <param name="length">
    /// Chars of the text, even if the destination is too short for it; 0 if the handle is stale or empty.
    /// </param>
    /// <returns>
    /// Whether the text was copied. If not, a length above 0 says that the string is live and how much room it needs; 0 says that
    /// the handle is stale or its pool disposed.
    /// </returns>
    /// <remarks>O(length), allocates nothing, never throws. Any thread may call it at any time.</remarks>
    public bool TryCopyTo(Span<char> destination, out int length)
    {
        length = 0;
        return _pool is null || _pool.TryCopyTo(_cell, destination, out length);
    }

    /// <inheritdoc cref="PooledStringRef.TryGetString"/>
    public bool TryGetString([NotNullWhen(true)] out string? text)
    {
        text = "";
        return _pool is null || _pool.TryGetString(_cell, out text);
    }
}
