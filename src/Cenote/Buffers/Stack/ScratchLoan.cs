using System.Buffers;
using System.Runtime.InteropServices;

namespace Cenote.Buffers.Stack;

/// <summary>
/// A block that takes more than moving a pointer to release: one that is too large to be kept, for which a pinned array is
/// borrowed for as long as the block is rented, or one that is wiped.
/// </summary>
internal unsafe struct ScratchLoan
{
    // The shared pool keeps no arrays longer than this.
    private const nuint LongestPooled = 1 << 30;

    private readonly byte[]? _pooled;
    private readonly byte[]? _chunk;
    private readonly bool _wipes;
    private GCHandle _pin;

    /// <summary>Borrows; nothing has changed if it throws.</summary>
    /// <exception cref="OutOfMemoryException">The runtime refuses the memory, or an array would have too many cache
    /// lines.</exception>
    public ScratchLoan(nuint bytes, bool wipes)
    {
        _wipes = wipes;
        if (bytes + ScratchStack.Alignment <= LongestPooled)
        {
            _pooled = ArrayPool<byte>.Shared.Rent((int)(bytes + ScratchStack.Alignment));
            _pin = GCHandle.Alloc(_pooled, GCHandleType.Pinned);
        }
        else
        {
            // An array of bytes has at most 2 GiB; one of cache lines holds as many elements of any size as an array of them
            // could.
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
    /// A block of a chunk, to be wiped. It keeps the chunk alive, which may leave the stack before the block is wiped.
    /// </summary>
    public ScratchLoan(byte[] chunk, nuint start, nuint bytes)
    {
        _chunk = chunk;
        _wipes = true;
        Start = start;
        Bytes = bytes;
    }

    /// <summary>Whether the memory is not the thread's own.</summary>
    public readonly bool IsBorrowed => _chunk is null;

    /// <summary>The first byte.</summary>
    public nuint Start { get; }

    public nuint Bytes { get; }

    /// <summary>
    /// The block on the stack that stands for this one: it keeps the order of releases. It lies after a block that is wiped.
    /// </summary>
    public nuint Marker { get; set; }

    /// <summary>Gives the array back.</summary>
    public void Return()
    {
        Abandon();
        if (_pooled is not null)
        {
            ArrayPool<byte>.Shared.Return(_pooled);
        }
    }

    /// <summary>Leaves the array to the garbage collector, because somebody may still hold a span of it.</summary>
    public void Abandon()
    {
        if (_wipes)
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
