using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns: what a program does with N strings of one length, managed and pooled.</summary>
internal sealed class StringPatterns : IDisposable
{
    private const int Window = 3;

    private readonly SegmentedStringPool _pool = new();
    private readonly string[] _managed;
    private readonly PooledStringRef[] _refs;
    private readonly PooledStringId[] _ids;
    private readonly string _source;
    private readonly int _length;

    public StringPatterns(int count, int length)
    {
        _managed = new string[count];
        _refs = new PooledStringRef[count];
        _ids = new PooledStringId[count];
        _source = new string('x', length);
        _length = length;
    }

    /// <summary>Makes N strings that are all live together.</summary>
    public void BulkManaged()
    {
        string[] managed = _managed;
        for (int i = 0; i < managed.Length; i++)
        {
            managed[i] = new string('x', _length);
        }
    }

    /// <summary>Makes N strings that are all live together, then frees them.</summary>
    public void BulkRefs()
    {
        PooledStringRef[] refs = _refs;
        for (int i = 0; i < refs.Length; i++)
        {
            refs[i] = _pool.Allocate(_source);
        }

        for (int i = 0; i < refs.Length; i++)
        {
            refs[i].Free();
        }
    }

    /// <inheritdoc cref="BulkRefs"/>
    public void BulkIds()
    {
        PooledStringId[] ids = _ids;
        for (int i = 0; i < ids.Length; i++)
        {
            ids[i] = _pool.Allocate(_source).Id;
        }

        for (int i = 0; i < ids.Length; i++)
        {
            _pool.Free(ids[i]);
        }
    }

    /// <summary>Makes N strings, of which three are live at a time.</summary>
    public void InterleavedManaged()
    {
        string[] managed = _managed;
        int slot = 0;
        for (int i = 0; i < managed.Length; i++)
        {
            managed[slot] = new string('x', _length);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    }

    /// <inheritdoc cref="InterleavedManaged"/>
    public void InterleavedRefs()
    {
        PooledStringRef[] refs = _refs;
        int slot = 0;
        for (int i = 0; i < refs.Length; i++)
        {
            refs[slot].Free();
            refs[slot] = _pool.Allocate(_source);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    }

    /// <inheritdoc cref="InterleavedManaged"/>
    public void InterleavedIds()
    {
        PooledStringId[] ids = _ids;
        int slot = 0;
        for (int i = 0; i < ids.Length; i++)
        {
            _pool.Free(ids[slot]);
            ids[slot] = _pool.Allocate(_source).Id;
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    }

    public void Dispose() => _pool.Dispose();
}
