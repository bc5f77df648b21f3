namespace Cenote.Strings;

/// <content>Copies of strings that another thread may free at any moment.</content>
public readonly partial struct PooledUtf8String
{
    /// <summary>
    /// Copies the string, even while other threads free it, clear or trim the pool, or reuse the memory. The copy is always
    /// complete and never mixes two strings.
    /// </summary>
    /// <param name="destination">The destination. Its content is undefined if nothing was copied.</param>
    /// <param name="length">The length in bytes, even if the destination is too short; 0 if the handle is stale or empty.</param>
    /// <returns>
    /// Whether the string was copied. If not, a length above 0 is the required size; 0 means that the handle is stale or its
    /// pool is disposed.
    /// </returns>
    /// <remarks>O(length), allocates nothing, never throws. Any thread may call this method at any time.</remarks>
    public bool TryCopyTo(Span<byte> destination, out int length)
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
