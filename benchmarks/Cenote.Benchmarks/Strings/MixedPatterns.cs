using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns with strings of mixed sizes. Both sides copy the text from one source.</summary>
internal sealed class MixedPatterns : IDisposable
{
    private const int Window = 3;

    private readonly SegmentedStringPool _pool = new();
    private readonly char[] _source = [.. Enumerable.Repeat('x', MixedSizes.Longest)];
    private readonly int[] _lengths;
    private readonly string[] _managed;
    private readonly PooledStringRef[] _refs;

    public MixedPatterns(int count, int seed)
    {
        _lengths = MixedSizes.Lengths(count, seed);
        _managed = new string[count];
        _refs = new PooledStringRef[count];
    }

    public void BulkManaged()
    {
        for (int i = 0; i < _lengths.Length; i++)
        {
            _managed[i] = new string(_source, 0, _lengths[i]);
        }
    }

    public void BulkRefs()
    {
        for (int i = 0; i < _lengths.Length; i++)
        {
            _refs[i] = _pool.Allocate(_source.AsSpan(0, _lengths[i]));
        }

        foreach (ref readonly PooledStringRef pooled in _refs.AsSpan())
        {
            pooled.Free();
        }
    }

    public void InterleavedManaged()
    {
        int slot = 0;
        foreach (int length in _lengths)
        {
            _managed[slot] = new string(_source, 0, length);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    }

    public void InterleavedRefs()
    {
        int slot = 0;
        foreach (int length in _lengths)
        {
            _refs[slot].Free();
            _refs[slot] = _pool.Allocate(_source.AsSpan(0, length));
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    }

    public void Dispose() => _pool.Dispose();
}
