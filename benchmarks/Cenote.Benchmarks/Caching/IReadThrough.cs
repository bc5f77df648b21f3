namespace Cenote.Benchmarks.Caching;

/// <summary>A cache of bytes by text, as the load sees it: each in the cheapest way it offers for a key that is not a string yet.</summary>
internal interface IReadThrough : IDisposable
{
    /// <summary>Copies the value of a key; false if there is none.</summary>
    bool TryGet(ReadOnlySpan<char> key, Span<byte> destination);

    void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value);
}
