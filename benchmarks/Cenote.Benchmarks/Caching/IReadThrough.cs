namespace Cenote.Benchmarks.Caching;

/// <summary>
/// A cache of bytes under load. Each implementation calls the cheapest API of its cache for a key that is not yet a string.
/// </summary>
internal interface IReadThrough : IDisposable
{
    /// <summary>Copies the value of a key; false if the key is missing.</summary>
    bool TryGet(ReadOnlySpan<char> key, Span<byte> destination);

    void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value);
}
