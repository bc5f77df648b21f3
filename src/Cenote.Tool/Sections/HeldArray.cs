using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>Holds every string of a corpus in a store, and the handles in an array.</summary>
internal sealed class HeldArray<TStore, THandle> : IReadHeld
    where TStore : struct, ITextStore<THandle>
    where THandle : struct
{
    private readonly TStore _store;
    private readonly THandle[] _handles;

    public HeldArray(int count, TStore store)
    {
        var handles = new THandle[count];
        for (int i = 0; i < handles.Length; i++)
        {
            handles[i] = store.Create(i);
        }

        _store = store;
        _handles = handles;
    }

    public long NativeBytes => _store.NativeBytes;

    public int Count => _handles.Length;

    // Skips tiered compilation: on a busy machine, the JIT may be late with the last tier.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public long Read(ReadOnlySpan<int> order)
    {
        var reader = new TouchReader();
        TStore store = _store;
        THandle[] handles = _handles;
        foreach (int index in order)
        {
            store.Read(handles[index], ref reader);
        }

        return reader.Sum;
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        foreach (THandle handle in _handles)
        {
            _store.Read(handle, ref checksum);
        }

        return checksum.Value;
    }

    public void Dispose() => _store.Dispose();
}
