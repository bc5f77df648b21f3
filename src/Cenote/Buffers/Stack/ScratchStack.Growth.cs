using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <content>Sizes, statistics, and growth of the topmost block.</content>
internal sealed unsafe partial class ScratchStack
{
    public const int DefaultKeptBytes = 8 << 20;

    public const int MinKeptBytes = (int)FirstChunkBytes;

    public const int MaxKeptBytes = 1 << 30;

    private const nuint FirstChunkBytes = 64 << 10;

    /// <summary>The stack of this thread; null before its first block.</summary>
    public static ScratchStack? OfThread => s_stack;

    /// <summary>Maximum size of a chunk in bytes. Larger blocks are borrowed.</summary>
    public static int KeptBytes { get; set; } = DefaultKeptBytes;

    public int OpenFrames => (int)OpenFramesOf(_line);

    public int ChunkCount => HasNone ? _count - 1 : _count;

    public int LoanCount
    {
        get
        {
            int count = 0;
            foreach (ref ScratchLoan loan in _loans.Items.AsSpan(0, _loanCount))
            {
                count += loan.IsBorrowed ? 1 : 0;
            }

            return count;
        }
    }

    public long BytesReserved
    {
        get
        {
            long bytes = HasNone ? -_none.Array.Length : 0;
            foreach (ref ScratchChunk chunk in _chunks.AsSpan(0, _count))
            {
                bytes += chunk.Array.Length;
            }

            return bytes;
        }
    }

    public long BytesBorrowed
    {
        get
        {
            long bytes = 0;
            foreach (ref ScratchLoan loan in _loans.Items.AsSpan(0, _loanCount))
            {
                bytes += loan.IsBorrowed ? (long)loan.Bytes : 0;
            }

            return bytes;
        }
    }

    /// <summary>Bytes of the blocks on the stack, without markers of loans.</summary>
    public long BytesInUse
    {
        get
        {
            Current.Top = _line->Top;
            long bytes = -(long)Alignment * _loanCount;
            foreach (ref ScratchChunk chunk in _chunks.AsSpan(0, _count))
            {
                bytes += (long)(chunk.Top - chunk.Start);
            }

            return bytes;
        }
    }

    private bool HasNone => _chunks[0].Array == _none.Array;

    /// <summary>Drops the current chunk if it is empty and cannot contain the mark of an open frame.</summary>
    public void Trim()
    {
        Current.Top = _line->Top;
        if (!Current.IsEmpty || OpenFrames > 0)
        {
            return;
        }

        if (_count > 1)
        {
            SetCount(_count - 1);
        }
        else
        {
            Current = _none;
            Resume();
        }
    }

    /// <summary>Grows the topmost block, in place or by moving it to a larger chunk.</summary>
    /// <param name="start">The address of the block.</param>
    /// <param name="bytes">The size of the block.</param>
    /// <param name="grownBytes">The new size of the block.</param>
    /// <param name="frames">The number of frames that were open when the block was pushed.</param>
    /// <returns>
    /// The new address of the block; 0 if the block is unchanged because it is not on top, is outside the innermost frame, or
    /// would exceed a chunk.
    /// </returns>
    /// <exception cref="OutOfMemoryException">The block is unchanged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static nuint TryGrow(nuint start, nuint bytes, nuint grownBytes, uint frames)
    {
        Invariant.Holds(
            grownBytes >= bytes && grownBytes % Alignment == 0,
            "A block does not shrink, and the new size is a multiple of the alignment.");
        // A frame that began later would release the block's new part when it ends.
        ScratchLine* line = Line;
        if (line->Top != start + bytes || OpenFramesOf(line) != frames || grownBytes > (nuint)KeptBytes)
        {
            return 0;
        }

        if (grownBytes <= line->End - start)
        {
            line->Top = start + grownBytes;
            return start;
        }

        return s_stack!.MoveToNewChunk(start, bytes, grownBytes);
    }

    private nuint MoveToNewChunk(nuint start, nuint bytes, nuint grownBytes)
    {
        nuint grown = PushChunk(grownBytes);
        Invariant.Holds(_count >= 2, "The old chunk stays below the new one until the block is copied.");
        Unsafe.CopyBlock((void*)grown, (void*)start, (uint)bytes);
        _chunks[_count - 2].Top = start;
        Current.Top = _line->Top;
        DropEmptyChunks();
        return grown;
    }
}
