namespace Cenote.IO;

/// <content>Quotes, and records that are not complete in the buffer.</content>
public sealed partial class Utf8FieldReader
{
    // Whether the search for the end of the current record has begun. A record may need several reads.
    private bool _isBegun;

    // Whether any field so far began with a quote.
    private bool _hasQuotes;

    // Whether a quoted field of the current record may have escaped quotes, text after its closing quote, or no closing quote.
    // The second flag is for fields of the block in which the next record begins.
    private bool _hasEscapes;
    private bool _blockHasEscapes;

    // All bits set if the current block ends within a quoted field, and its quotes were not handled one by one.
    private ulong _quotedBefore;
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
        _hasEscapes = _blockHasEscapes;
        _ends[0] = _next - 1;
    }

    // Resets the state of the record if the last read threw.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void BeginAgain()
    {
        _input.ThrowIfReading();
        _state = FieldState.Plain;
        _block = _next - ByteBlock.Bytes;
        _stops = _delimiters = _quotedBefore = 0;
    }

    private protected override bool TryTake() => TryTakeRecord();

    private protected override void Begin() => _ends[0] = _next - 1;

    private protected override void Move(int shift)
    {
        _stops = _delimiters = _quotedBefore = 0;
        if (shift > 0)
        {
            MoveToFront(shift);
        }
    }

    private protected override void ThrowTooLong(long offset) => Throw.RecordTooLong(_nextLine, offset, _maximumBytes);

    // Called only if the buffer was moved. Calling it after each read would take time quadratic in the number of fields.
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
        _ends[++_count] = _end;
        _block = _end - ByteBlock.Bytes;
        Finish(_end);
        return true;
    }

    // Removes quoted bytes from the delimiters and stops of a block, if each quote begins a field, ends one or is escaped, no
    // line ends within quotes, and the buffer contains bytes after the block. Otherwise the quotes become stops, and are handled
    // one by one. False if the block begins within quotes and TryLeaveQuotes returns false. (Masks after Langdale and Lemire, see
    // ByteBlock.)
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TrySkipQuoted(ulong quotes)
    {
        // Marks the bytes from each opening quote to the byte before the closing quote.
        ulong quoted = PrefixXor(quotes) ^ _quotedBefore;
        ulong opening = quotes & quoted;
        ulong closing = quotes & ~quoted;
        ulong ends = (_stops | _delimiters) & ~quoted;
        int next = _block + ByteBlock.Bytes;
        if (next >= _end
            || (_stops & quoted) != 0
            || (opening & ~((ends | closing) << 1) & ~(_block > 0 && EndsField(_text[_block - 1]) ? 1UL : 0)) != 0
            || (closing & ~((ends | opening) >> 1) & ~(EndsField(_text[next]) ? 1UL << 63 : 0)) != 0)
        {
            _stops |= quotes;
            _state = _quotedBefore != 0 ? FieldState.Quoted : FieldState.Plain;
            _quotedBefore = 0;
            return _state == FieldState.Plain || TryLeaveQuotes();
        }

        _hasQuotes = true;
        _blockHasEscapes = (closing & (opening >> 1)) != 0;
        _hasEscapes |= _blockHasEscapes;
        _quotedBefore = (ulong)((long)quoted >> 63);
        _delimiters &= ~quoted;
        _stops &= ~quoted;
        return true;
    }

    // Bit i is the parity of bits 0 to i.
    private static ulong PrefixXor(ulong bits)
    {
        for (int shift = 1; shift < 64; shift <<= 1)
        {
            bits ^= bits << shift;
        }

        return bits;
    }

    // Handles a quote outside a quoted field. False if the quote opens a field and TryLeaveQuotes returns false.
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

    // Moves past the closing quote. False if the closing quote, or the byte after it, is not in the buffer.
    private bool TryLeaveQuotes()
    {
        while (_state != FieldState.Closed || FollowsQuote())
        {
            while (_stops == 0)
            {
                _block += ByteBlock.Bytes;
                _stops = ByteBlock.FindFieldEnds(_text.AsSpan(_block), _delimiter, _quote, out _delimiters, out ulong quotes);
                _stops |= quotes;
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

    // Whether another quote follows. If so, the two quotes are one escaped quote.
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

    // A delimiter after the last allowed field throws here: the array never has space for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int[] GrowEnds(int delimiters)
    {
        if (delimiters >= _maximumFields)
        {
            Throw.TooManyFields(_nextLine, _input.Offset + _next, _maximumFields);
        }

        Array.Resize(ref _ends, (int)Math.Min(MaxEnds, 2L * _ends.Length));
        return _ends;
    }

    private int MaxEnds => _maximumFields - 1 + ByteBlock.Bytes;

    private protected override void Forget()
    {
        base.Forget();
        _fieldCount = _count = 0;
        _state = FieldState.Plain;
    }
}
