using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>A new pool, its first thousand strings, and its end.</summary>
internal sealed class ColdStart
{
    public const int Count = 1_000;

    /// <summary>Instead of a length: mixed sizes.</summary>
    public const int Mixed = 0;

    private readonly char[] _source = [.. Enumerable.Repeat('x', MixedSizes.Longest)];
    private readonly int[] _lengths;

    public ColdStart(int length) =>
        _lengths = length == Mixed ? MixedSizes.Lengths(Count, seed: 5) : [.. Enumerable.Repeat(length, Count)];

    public void Managed()
    {
        string[] strings = new string[Count];
        for (int i = 0; i < strings.Length; i++)
        {
            strings[i] = new string(_source, 0, _lengths[i]);
        }
    }

    public void Refs()
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef[] refs = new PooledStringRef[Count];
        for (int i = 0; i < refs.Length; i++)
        {
            refs[i] = pool.Allocate(_source.AsSpan(0, _lengths[i]));
        }
    }
}
