using System.Runtime.CompilerServices;

namespace Cenote.IO;

/// <content>What happens when the buffer does not hold the line.</content>
public sealed partial class Utf8LineReader
{
    // The last line ended with a carriage return that was the last byte read: a line feed that comes next belongs to it.
    private bool _skipsLineFeed;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadSlow()
    {
        do
        {
            MakeRoom();
            if (!_intake.Read())
            {
                return TakeRest();
            }

            Follow();
        }
        while (!TryTakeLine());
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> ReadSlowAsync(CancellationToken cancellationToken)
    {
        do
        {
            MakeRoom();
            if (!await _intake.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return TakeRest();
            }

            Follow();
        }
        while (!TryTakeLine());
        return true;
    }

    private void MakeRoom()
    {
        ObjectDisposedException.ThrowIf(_intake.IsDisposed, this);
        _start = _next;
        _length = 0;
        if (_end - _next > _maximumBytes)
        {
            Throw.LineTooLong(_lineNumber + 1, _intake.Offset + _next, _maximumBytes);
        }

        if (_end > 0)
        {
            _skipsLineFeed = _next == _end && _text[_end - 1] == '\r';
        }

        int shift = _intake.MakeRoom(_next);
        _text = _intake.Text;
        _end -= shift;
        _next -= shift;
        _start = _next;

        // What was there has been searched; what comes has not.
        _block = _end - ByteBlock.Bytes;
        _found = 0;
    }

    // After something was read.
    private void Follow()
    {
        _end = _intake.End;
        if (_skipsLineFeed)
        {
            _skipsLineFeed = false;
            _next += _text[_next] == '\n' ? 1 : 0;
            _start = _next;
            _block = _next - ByteBlock.Bytes;
        }
    }

    // The last line has no end. If the source grows, what comes is the next line.
    private bool TakeRest()
    {
        if (_intake.InvalidAt >= 0)
        {
            Throw.IsNotUtf8("text", _lineNumber + 1, _intake.InvalidAt);
        }

        if (_next == _end)
        {
            return false;
        }

        _length = _end - _next;
        _next = _end;
        _block = _end - ByteBlock.Bytes;
        _lineNumber++;
        return true;
    }

    private void Forget()
    {
        _intake.Forget();
        _text = _intake.Text;
        _start = _length = _next = _end = 0;
        _block = -ByteBlock.Bytes;
        _found = 0;
    }
}
