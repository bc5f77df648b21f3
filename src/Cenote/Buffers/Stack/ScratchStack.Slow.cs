using Cenote.Threading;

namespace Cenote.Buffers.Stack;

/// <content>Chunks, borrowed blocks, and frames that span chunks.</content>
/// <remarks>
/// Only the last chunk takes blocks. Other chunks are empty only if an open frame may have its mark in them. A borrowed block is
/// represented by a small block on the stack, its marker.
/// </remarks>
internal sealed unsafe partial class ScratchStack
{
    // Values of FrameTop that are not addresses. Mixed: memory rented inside the frame, but not from it, is held below memory
    // rented from the frame. Cut: a wrong release inside the frame was already reported.
    private const nuint MixedFrame = 1;
    private const nuint CutFrame = 0;

    private readonly ScratchLine* _line;

    // An empty chunk for a thread without other chunks, so that there is always a current chunk.
    private readonly ScratchChunk _none;

    private ScratchChunk[] _chunks = new ScratchChunk[4];
    private int _count = 1;
    private readonly ScratchLoans _loans = new();
    private int _loanCount;

    private ScratchStack()
    {
        var home = ScratchChunk.Allocate(2 * Alignment);
        _line = (ScratchLine*)home.Start;
        _none = new ScratchChunk(home.Array, home.Start + Alignment, home.Start + Alignment);
        *_line = default;
        _chunks[0] = _none;
        Resume();
    }

    private ref ScratchChunk Current => ref _chunks[_count - 1];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nuint PushSlow(nuint bytes) =>
        bytes > (nuint)KeptBytes ? s_stack!.PushLoan(bytes, wipes: false) : s_stack!.PushChunk(bytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void PopSlow(nuint start, nuint end)
    {
        // A block without elements may be released in any order.
        if (start != end)
        {
            s_stack!.PopElsewhere(start, end);
        }
    }

    /// <summary>Pushes a block that is cleared on release, even after misuse.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static nuint PushWiped(ScratchLine* line, nuint bytes) =>
        bytes == 0 ? Push(line, 0)
        : bytes + Alignment > (nuint)KeptBytes ? s_stack!.PushLoan(bytes, wipes: true)
        : s_stack!.PushWipedBlock(bytes);

    /// <summary>Pushes a block of the innermost frame, even if the topmost block is not from that frame.</summary>
    /// <exception cref="OutOfMemoryException">Nothing has changed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static nuint PushToFrameSlow(nuint bytes, bool wipes)
    {
        ScratchStack stack = s_stack!;
        ScratchLine* line = stack._line;
        bool isAlone = stack.IsAtFrameTop();
        nuint start = wipes ? PushWiped(line, bytes) : Push(line, bytes);
        if (isAlone)
        {
            line->FrameTop = line->Top;
        }
        else if (bytes != 0 && line->FrameTop != CutFrame)
        {
            line->FrameTop = MixedFrame;
        }

        return start;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CloseFrameSlow(nuint mark, ulong marks, nuint outerTop)
    {
        ScratchStack stack = s_stack!;
        ScratchLine* line = stack._line;
        uint frame = (uint)marks;
        if (stack.OpenFrames < frame)
        {
            stack.Report(Mistake.FrameClosedTwice);
            return;
        }

        bool areInnerOpen = stack.OpenFrames > frame;
        bool isLeft = areInnerOpen || !stack.IsAtFrameTop();
        bool isKnown = !areInnerOpen && line->FrameTop == CutFrame;
        line->OpenCounts -= OpenFramesOf(line) - frame + ScratchLine.FrameMark;
        line->FrameTop = outerTop;
        if (stack.IndexOf(mark) < 0)
        {
            stack.Report(Mistake.FrameLost);
        }
        else if (!isLeft)
        {
            stack.Rewind(mark);
        }
        else
        {
            stack.Cut(mark);
            if (!isKnown)
            {
                stack.Report(Mistake.FrameClosedOutOfOrder);
            }
        }
    }

    private nuint PushChunk(nuint bytes)
    {
        Invariant.Holds(s_stack == this, "A stack is used by its own thread only.");
        nuint kept = (nuint)KeptBytes;
        nuint size = nuint.Clamp(2 * Current.Capacity, nuint.Max(FirstChunkBytes, bytes), nuint.Max(kept, bytes));
        var chunk = ScratchChunk.Allocate(size);
        Current.Top = _line->Top;
        if (!Current.IsEmpty || OpenFrames > 0)
        {
            if (_count == _chunks.Length)
            {
                Array.Resize(ref _chunks, 2 * _count);
            }

            _count++;
        }

        Current = chunk;
        Resume();
        _line->Top = chunk.Start + bytes;
        Invariant.Holds(_line->Top <= _line->End, "The block fits in the new chunk.");
        return chunk.Start;
    }

    private nuint PushLoan(nuint bytes, bool wipes)
    {
        Invariant.Holds(s_stack == this, "A stack is used by its own thread only.");
        _loans.EnsureRoom(_loanCount);
        nuint marker = Push(_line, Alignment);
        try
        {
            _loans.Items[_loanCount] = new ScratchLoan(bytes, wipes) { Marker = marker };
        }
        catch (OutOfMemoryException)
        {
            Pop(_line, marker, marker + Alignment);
            throw;
        }

        _line->OpenCounts += ScratchLine.LoanMark;
        return _loans.Items[_loanCount++].Start;
    }

    // The marker follows the block, so that no release finds the block on top and skips the wiping.
    private nuint PushWipedBlock(nuint bytes)
    {
        Invariant.Holds(s_stack == this, "A stack is used by its own thread only.");
        _loans.EnsureRoom(_loanCount);
        nuint taken = bytes + Alignment;

        // Push alone would read the limit again, and borrow the block if another thread has lowered the limit since.
        nuint start = taken <= _line->End - _line->Top ? Push(_line, taken) : PushChunk(taken);
        _loans.Items[_loanCount++] = new ScratchLoan(Current.Array, start, bytes) { Marker = start + bytes };
        _line->OpenCounts += ScratchLine.LoanMark;
        return start;
    }

    private void PopElsewhere(nuint start, nuint end)
    {
        Invariant.Holds(s_stack == this, "A stack is used by its own thread only.");
        int loan = _loanCount - 1;
        while (loan >= 0 && _loans.Items[loan].Start != start)
        {
            loan--;
        }

        if (loan >= 0)
        {
            end = _loans.Items[loan].Marker + Alignment;
            start = _loans.Items[loan].IsBorrowed ? _loans.Items[loan].Marker : start;
        }

        if (_line->Top == end)
        {
            _line->Top = start;
        }
        else if (!TryPopBelow(start, end))
        {
            OnMistake(start);
            return;
        }

        if (loan >= 0)
        {
            ReturnLoans(static loan => loan.Return());
        }
    }

    /// <summary>
    /// If the current chunk is empty, releases a block that is the last one in the chunks below; otherwise returns false.
    /// </summary>
    private bool TryPopBelow(nuint start, nuint end)
    {
        Current.Top = _line->Top;
        if (!Current.IsEmpty)
        {
            return false;
        }

        int index = _count - 2;
        while (index > 0 && _chunks[index].IsEmpty)
        {
            index--;
        }

        if (index < 0 || _chunks[index].Top != end)
        {
            return false;
        }

        _chunks[index].Top = start;
        DropEmptyChunks();
        return true;
    }

    /// <summary>Releases everything pushed since the top was at a mark. The top has not been below the mark since.</summary>
    private void Rewind(nuint mark)
    {
        Invariant.Holds(IndexOf(mark) >= 0, "A chunk contains the mark, or has it as its top.");
        int index = IndexOf(mark);
        if (index == _count - 1)
        {
            _line->Top = mark;
        }
        else
        {
            // The current chunk, the largest, is kept for the next frame.
            _chunks[index].Top = mark;
            Current.Top = Current.Start;
            _chunks[index + 1] = Current;
            SetCount(index + 2);
            DropEmptyChunks();
        }

        ReturnLoans(static loan => loan.Return());
    }

    /// <summary>Whether the innermost frame holds only memory rented from it.</summary>
    private bool IsAtFrameTop()
    {
        int index = IndexOf(_line->FrameTop);
        if (index < 0 || _chunks[index].Top != _line->FrameTop)
        {
            return false;
        }

        while (++index < _count)
        {
            if (!_chunks[index].IsEmpty)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Returns the index of the chunk that contains an address, or has this address as its top; -1 if no chunk does.
    /// </summary>
    private int IndexOf(nuint address)
    {
        Current.Top = _line->Top;
        int index = _count - 1;
        while (index >= 0 && address - _chunks[index].Start > _chunks[index].Top - _chunks[index].Start)
        {
            index--;
        }

        return index;
    }

    /// <summary>Ends the loans whose markers are no longer on the stack.</summary>
    private void ReturnLoans(Action<ScratchLoan> end)
    {
        Invariant.Holds(_line->OpenCounts >> 32 == (uint)_loanCount, "The loan count in the line equals that of the stack.");
        while (_loanCount > 0 && !IsHeld(_loans.Items[_loanCount - 1].Marker))
        {
            _line->OpenCounts -= ScratchLine.LoanMark;
            ScratchLoan loan = _loans.Items[--_loanCount];
            _loans.Items[_loanCount] = default;
            end(loan);
        }
    }

    private bool IsHeld(nuint start)
    {
        int index = IndexOf(start);
        return index >= 0 && start != _chunks[index].Top;
    }

    private void DropEmptyChunks()
    {
        if (OpenFrames > 0)
        {
            return;
        }

        int kept = 0;
        for (int i = 0; i < _count; i++)
        {
            if (i == _count - 1 || !_chunks[i].IsEmpty)
            {
                _chunks[kept++] = _chunks[i];
            }
        }

        SetCount(kept);
    }

    private void SetCount(int count)
    {
        Invariant.Holds(count >= 1 && count <= _count, "There is always a current chunk.");
        _chunks.AsSpan(count, _count - count).Clear();
        _count = count;
        Resume();
    }

    /// <summary>Loads the state of the current chunk into the line.</summary>
    private void Resume()
    {
        _line->Top = Current.Top;
        _line->End = Current.End;
        Invariant.Holds(_line->Top >= Current.Start && _line->Top <= _line->End, "The top is within the chunk.");
    }
}
