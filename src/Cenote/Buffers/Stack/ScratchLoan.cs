using System.Buffers;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A block whose release does more than move a pointer: a large block, which borrows a pinned array while it is rented, or a
/// block that is wiped on release.
/// </summary>
internal unsafe struct ScratchLoan
{
    // Maximum length that ArrayPool<byte>.Shared keeps.
    private const nuint MaxPooledLength = 1 << 30;

    private readonly byte[]? _pooled;
    private readonly byte[]? _chunk;
    private readonly bool _clearOnRelease;
    private GCHandle _pin;

    /// <summary>Borrows an array or, if it is too large for the pool, allocates one. Changes nothing if it throws.</summary>
    /// <exception cref="OutOfMemoryException">The array cannot be allocated, or would have too many cache lines.</exception>
    public ScratchLoan(nuint bytes, bool wipes)
    {
        _clearOnRelease = wipes;
        if (bytes + ScratchStack.Alignment <= MaxPooledLength)
        {
            _pooled = ArrayPool<byte>.Shared.Rent((int)(bytes + ScratchStack.Alignment));
            _pin = GCHandle.Alloc(_pooled, GCHandleType.Pinned);
        }
        else
        {
            // A byte array is limited to 2 GiB, but an array of cache lines is not. It can hold as many elements of up to 64
            // bytes as an array of their type.
            nuint lines = (bytes / ScratchStack.Alignment) + 1;
            if (lines > (nuint)Array.MaxLength)
            {
                Throw.NoMemoryForScratch(bytes);
            }

            _pin = GCHandle.Alloc(GC.AllocateUninitializedArray<CacheLine>((int)lines), GCHandleType.Pinned);
        }

        Start = ScratchStack.RoundUp((nuint)_pin.AddrOfPinnedObject());
        Bytes = bytes;
    }

    /// <summary>
    /// Records a block of a chunk that is wiped on release. The loan keeps the chunk alive, because the chunk may leave the stack
    /// before the block is wiped.
    /// </summary>
    public ScratchLoan(byte[] chunk, nuint start, nuint bytes)
    {
        _chunk = chunk;
        _clearOnRelease = true;
        Start = start;
        Bytes = bytes;
    }

    /// <summary>Whether the memory is outside the thread's chunks.</summary>
    public readonly bool IsBorrowed => _chunk is null;

    public nuint Start { get; }

    public nuint Bytes { get; }

    /// <summary>
    /// The block on the stack that represents this block in the order of releases. In a chunk, the marker directly follows the
    /// wiped block.
    /// </summary>
    public nuint Marker { get; set; }

    /// <summary>Ends the loan: wipes the block if requested, and returns a pooled array to the pool.</summary>
    public void Return()
    {
        Abandon();
        if (_pooled is not null)
        {
            ArrayPool<byte>.Shared.Return(_pooled);
        }
    }

    /// <summary>Wipes the block if requested, and leaves the array to the GC, because a span of it may still be used.</summary>
    public void Abandon()
    {
        if (_clearOnRelease)
        {
            NativeMemory.Clear((void*)Start, Bytes);
        }

        if (_pin.IsAllocated)
        {
            _pin.Free();
        }

        GC.KeepAlive(_chunk);
    }

    [StructLayout(LayoutKind.Sequential, Size = (int)ScratchStack.Alignment)]
    private struct CacheLine;
}
