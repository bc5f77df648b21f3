using System.Runtime.CompilerServices;

namespace Cenote.Memory;

/// <content>Chunks, blocks that are borrowed, and frames that cross them.</content>
/// <remarks>
/// Only the last chunk takes blocks. It alone may be empty, but for chunks in which an open frame may have its mark. A block that is
/// borrowed has a small block on the stack that stands for it.
/// </remarks>
internal sealed unsafe partial class ScratchStack
{
    private readonly ScratchLine* _line;

    // Has no room, and stands where a thread has no chunk: there is always a current one.
    private readonly ScratchChunk _none;

    private ScratchChunk[] _chunks = new ScratchChunk[4];
    private int _count = 1;
    private ScratchLoan[] _loans = [];
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
        bytes > (nuint)KeptBytes ? s_stack!.PushLoan(bytes) : s_stack!.PushChunk(bytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void PopSlow(nuint start, nuint end)
    {
        // A block without elements holds nothing, so it is released in any order.
        if (start != end)
        {
            s_stack!.PopElsewhere(start, end);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CloseFrameSlow(nuint mark, ulong marks)
    {
        ScratchStack stack = s_stack!;
        uint frame = (uint)marks;
        if (stack.OpenFrames < frame)
        {
            stack.Report(Mistake.FrameClosedTwice);
            return;
        }

        stack._line->Marks -= OpenFramesOf(stack._line) - frame + ScratchLine.FrameMark;
        if (!stack.TryRewind(mark))
        {
            stack.Report(Mistake.FrameLost);
        }
    }

    private nuint PushChunk(nuint bytes)
    {
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
        return chunk.Start;
    }

    private nuint PushLoan(nuint bytes)
    {
        if (_loanCount == _loans.Length)
        {
            Array.Resize(ref _loans, Math.Max(4, 2 * _loanCount));
        }

        nuint marker = Push(_line, Alignment);
        try
        {
            _loans[_loanCount] = new ScratchLoan(bytes) { Marker = marker };
        }
        catch (OutOfMemoryException)
        {
            Pop(_line, marker, marker + Alignment);
            throw;
        }

        _line->Marks += ScratchLine.LoanMark;
        return _loans[_loanCount++].Start;
    }

    private void PopElsewhere(nuint start, nuint end)
    {
        int loan = _loanCount - 1;
        while (loan >= 0 && _loans[loan].Start != start)
        {
            loan--;
        }

        if (loan >= 0)
        {
            start = _loans[loan].Marker;
            end = start + Alignment;
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
            EndLoans(static loan => loan.Return());
        }
    }

    /// <summary>Releases the last block of the chunks below the current one, if that is empty.</summary>
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

    /// <summary>Releases all that was taken since the top was at a mark; false if it was below since.</summary>
    private bool TryRewind(nuint mark)
    {
        int index = IndexOf(mark);
        if (index < 0)
        {
            return false;
        }

        if (index == _count - 1)
        {
            _line->Top = mark;
        }
        else
        {
            // The current chunk, which is the largest, stays for the next frame.
            _chunks[index].Top = mark;
            Current.Top = Current.Start;
            _chunks[index + 1] = Current;
            SetCount(index + 2);
            DropEmptyChunks();
        }

        EndLoans(static loan => loan.Return());
        return true;
    }

    /// <summary>The chunk in which an address is that of a block, or of the top.</summary>
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

    /// <summary>Ends the loans whose markers are not on the stack any more.</summary>
    private void EndLoans(Action<ScratchLoan> end)
    {
        while (_loanCount > 0 && !IsHeld(_loans[_loanCount - 1].Marker))
        {
            _line->Marks -= ScratchLine.LoanMark;
            ScratchLoan loan = _loans[--_loanCount];
            _loans[_loanCount] = default;
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
        _chunks.AsSpan(count, _count - count).Clear();
        _count = count;
        Resume();
    }

    /// <summary>Goes on with the current chunk where it was left.</summary>
    private void Resume()
    {
        _line->Top = Current.Top;
        _line->End = Current.End;
    }
}
