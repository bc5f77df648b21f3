namespace Cenote.IO;

/// <content>Quotes, and records that are not complete in the buffer.</content>
public sealed partial class Utf8FieldReader
{
    // The state of the current record: fields so far, and the position of the search. A record may need several reads.
    private bool _isBegun;
    private bool _hasQuotes;

    // Whether a quoted field has escaped quotes, text after its closing quote, or no closing quote.
    private bool _hasEscapes;
    private int _count;
    private FieldState _state;
    private int _quoteAt;
    private long _nextLine = 1;
    private long _linesWithin;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void BeginRecord()
    {
        if (_isBegun)
        {
            BeginAgain();
        }

        _isBegun = true;
        _fieldCount = 0;
        _count = 0;
        _linesWithin = 0;
        _hasQuotes = _hasEscapes = false;
        _ends[0] = _next - 1;
    }

    // Called if the last read threw.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void BeginAgain()
    {
        _input.ThrowIfReading();
        _state = FieldState.Plain;
        _block = _next - ByteBlock.Bytes;
        _stops = _delimiters = 0;
    }

    private protected override bool TryTake() => TryTakeRecord();

    private protected override void Begin() => _ends[0] = _next - 1;

    private protected override void Move(int shift)
    {
        _stops = _delimiters = 0;
        if (shift > 0)
        {
            MoveToFront(shift);
        }
    }

    private protected override void ThrowTooLong(long offset) => Throw.RecordTooLong(_nextLine, offset, _maximumBytes);

    // Called only if the buffer was moved. After each read, this would take quadratic time in the number of fields.
    private void MoveToFront(int shift)
    {
        _quoteAt -= shift;
        foreach (ref int end in _ends.AsSpan(0, _count + 1))
        {
            end -= shift;
        }
    }

    private protected override bool TakeRest()
    {
        if (_input.InvalidAt >= 0)
        {
            Throw.IsNotUtf8("record", _nextLine, _input.InvalidAt);
        }

        if (_next == _end)
        {
            _isBegun = false;
            return false;
        }

        if (_quoting == Utf8Quoting.Strict && _state == FieldState.Quoted)
        {
            Throw.QuoteNotClosed(_nextLine, _input.Offset + _next);
        }

        _hasEscapes |= _state == FieldState.Quoted;
        _state = FieldState.Plain;
        RoomForEnds(++_count)[0] = _end;
        _block = _end - ByteBlock.Bytes;
        Finish(_end);
        return true;
    }

    // Handles a quote outside of quotes. False if the closing quote is not in the buffer.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryPassQuote(int at)
    {
        _stops &= _stops - 1;
        if (at != _ends[_count] + 1)
        {
            if (_quoting == Utf8Quoting.Strict)
            {
                Throw.QuoteWithinField(_nextLine, _input.Offset + at);
            }

            return true;
        }

        _hasQuotes = true;
        _state = FieldState.Quoted;
        return TryLeaveQuotes();
    }

    // Stops after the closing quote. False if it is not in the buffer.
    private bool TryLeaveQuotes()
    {
        while (_state != FieldState.Closed || FollowsQuote())
        {
            while (_stops == 0)
            {
                _block += ByteBlock.Bytes;
                _stops = ByteBlock.FindFieldEnds(_text.AsSpan(_block), _delimiter, _quoteOrLineFeed, out _delimiters);
            }

            int at = _block + BitOperations.TrailingZeroCount(_stops);
            if (at >= _end)
            {
                return false;
            }

            _stops &= _stops - 1;
            byte character = _text[at];
            if (character == _quote)
            {
                _state = _state == FieldState.Quoted ? FieldState.Closed : FieldState.Quoted;
                _quoteAt = at;
            }
            else if (character == '\r' || (character == '\n' && _text[at - 1] != '\r'))
            {
                _linesWithin++;
            }
        }

        if (_quoteAt + 1 == _end)
        {
            return false;
        }

        // Delimiters within quotes do not count.
        _delimiters &= (ulong.MaxValue << (_quoteAt - _block)) << 1;
        _state = FieldState.Plain;
        return true;
    }

    // Whether another quote follows. If so, both are one quote in the field.
    private bool FollowsQuote()
    {
        int next = _quoteAt + 1;
        byte character = _text[next];
        if (next == _end || EndsField(character))
        {
            return false;
        }

        _hasEscapes = true;
        if (_quoting == Utf8Quoting.Strict && character != _quote)
        {
            Throw.TextAfterQuote(_nextLine, _input.Offset + next);
        }

        return character == _quote;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool EndsField(byte character) => character == _delimiter || character is (byte)'\n' or (byte)'\r';

    // The array has space for one block after the last allowed field.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int[] GrowEnds(int count)
    {
        if (count > _maximumFields)
        {
            Throw.TooManyFields(_nextLine, _input.Offset + _next, _maximumFields);
        }

        Array.Resize(ref _ends, (int)Math.Min(EndsFor(_maximumFields), 2L * _ends.Length));
        return _ends;
    }

    private static int EndsFor(int fields) => fields + ByteBlock.Bytes;

    private protected override void Forget()
    {
        base.Forget();
        _fieldCount = _count = 0;
        _state = FieldState.Plain;
    }
}
