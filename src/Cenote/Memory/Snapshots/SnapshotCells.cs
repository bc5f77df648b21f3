using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// A native copy of cells, so that no lock is held while writing to a stream. The copy is cleared before it is freed, because
/// keys and values may be secret.
/// </summary>
internal sealed unsafe class SnapshotCells : IDisposable
{
    private nuint _capacity;
    private nuint _filled;

    public byte* Start { get; private set; }

    public nuint Bytes => _filled;

    /// <summary>Starts a new copy.</summary>
    /// <param name="bytes">The size of the copy in bytes.</param>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory.</exception>
    public void Begin(nuint bytes)
    {
        if (bytes > _capacity)
        {
            Dispose();
            Start = (byte*)NativeMemory.Alloc(bytes);
            _capacity = bytes;
        }

        _filled = 0;
    }

    public void Add(ReadOnlySpan<byte> bytes)
    {
        Invariant.Holds((nuint)bytes.Length <= _capacity - _filled, "The bytes fit in the remaining capacity.");
        bytes.CopyTo(new Span<byte>(Start + _filled, bytes.Length));
        _filled += (nuint)bytes.Length;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        NativeMemory.Clear(Start, _capacity);
        NativeMemory.Free(Start);
        Start = null;
        _capacity = _filled = 0;
    }
}
