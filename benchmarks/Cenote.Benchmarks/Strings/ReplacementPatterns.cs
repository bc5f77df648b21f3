using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Replaces strings at random places of a collection by others, of mixed sizes.</summary>
internal sealed class ReplacementPatterns : IDisposable
{
    /// <summary>Replacements in each call.</summary>
    public const int Operations = 50_000;

    private readonly SegmentedStringPool _refPool = new();
    private readonly SegmentedStringPool _idPool = new();
    private readonly char[] _source = [.. Enumerable.Repeat('x', MixedSizes.Longest)];
    private readonly int[] _lengths;
    private readonly string[] _managed;
    private readonly PooledStringRef[] _refs;
    private readonly PooledStringId[] _ids;
    private uint _state = 1;
    private int _next;

    public ReplacementPatterns(int live, int seed)
    {
        _lengths = MixedSizes.Lengths(1 << 16, seed);
        _managed = new string[live];
        _refs = new PooledStringRef[live];
        _ids = new PooledStringId[live];
        for (int i = 0; i < live; i++)
        {
            ReadOnlySpan<char> text = NextText();
            _managed[i] = text.ToString();
            _refs[i] = _refPool.Allocate(text);
            _ids[i] = _idPool.Allocate(text).Id;
        }
    }

    public void ReplaceManaged()
    {
        for (int i = 0; i < Operations; i++)
        {
            _managed[NextPlace()] = NextText().ToString();
        }
    }

    public void ReplaceRefs()
    {
        for (int i = 0; i < Operations; i++)
        {
            ref PooledStringRef place = ref _refs[NextPlace()];
            place.Free();
            place = _refPool.Allocate(NextText());
        }
    }

    public void ReplaceIds()
    {
        for (int i = 0; i < Operations; i++)
        {
            ref PooledStringId place = ref _ids[NextPlace()];
            _idPool.Free(place);
            place = _idPool.Allocate(NextText()).Id;
        }
    }

    public void Dispose()
    {
        _refPool.Dispose();
        _idPool.Dispose();
    }

    // Marsaglia's xorshift, and a multiplication instead of a division.
    private int NextPlace()
    {
        _state ^= _state << 13;
        _state ^= _state >> 17;
        _state ^= _state << 5;
        return (int)(((ulong)_state * (uint)_managed.Length) >> 32);
    }

    private ReadOnlySpan<char> NextText() => _source.AsSpan(0, _lengths[_next++ & (_lengths.Length - 1)]);
}
