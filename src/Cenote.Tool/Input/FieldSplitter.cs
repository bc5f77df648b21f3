namespace Cenote.Tool.Input;

/// <summary>
/// Fields between delimiters, by RFC 4180: a field that starts with a quote runs to the closing one, over delimiters and line
/// ends; two quotes within it stand for one. Text after a closing quote is taken as it is.
/// </summary>
internal sealed class FieldSplitter(TextSampler sampler, char delimiter) : TextSplitter(sampler)
{
    private const char Quote = '"';

    private State _state = State.RecordStart;
    private bool _afterCarriageReturn;
    private long _record = 1;
    private long _quoteRecord;

    private enum State
    {
        /// <summary>Before the first field of a record: the text may end here without another field.</summary>
        RecordStart,
        FieldStart,
        Plain,
        Quoted,

        /// <summary>After a quote within a quoted field: it closes the field, unless another one follows.</summary>
        QuoteInQuoted,
    }

    protected override void Split(ReadOnlySpan<char> block)
    {
        while (!block.IsEmpty)
        {
            int used = _state switch
            {
                State.Quoted => AcceptQuoted(block),
                State.QuoteInQuoted => AcceptAfterQuote(block[0]),
                State.Plain => AcceptPlain(block),
                _ => AcceptFieldStart(block[0]),
            };
            block = block[used..];
        }
    }

    public override void Complete()
    {
        if (_state == State.Quoted)
        {
            throw ToolException.Usage(
                $"Record {_quoteRecord:N0} opens a quote that is never closed; "
                + "if the file does not quote by RFC 4180, try --by line.");
        }

        if (_state != State.RecordStart)
        {
            Sampler.EndString();
        }
    }

    private int AcceptFieldStart(char first)
    {
        bool isSecondHalfOfLineEnd = _afterCarriageReturn && first == '\n';
        _afterCarriageReturn = false;
        if (isSecondHalfOfLineEnd)
        {
            return 1;
        }

        if (first == Quote)
        {
            _quoteRecord = _record;
            _state = State.Quoted;
            return 1;
        }

        _state = State.Plain;
        return 0;
    }

    private int AcceptPlain(ReadOnlySpan<char> block)
    {
        int end = block.IndexOfAny(delimiter, '\r', '\n');
        if (end < 0)
        {
            Sampler.Append(block);
            return block.Length;
        }

        Sampler.Append(block[..end]);
        Sampler.EndString();
        if (block[end] == delimiter)
        {
            _state = State.FieldStart;
        }
        else
        {
            _state = State.RecordStart;
            _afterCarriageReturn = block[end] == '\r';
            _record++;
        }

        return end + 1;
    }

    private int AcceptQuoted(ReadOnlySpan<char> block)
    {
        int end = block.IndexOf(Quote);
        if (end < 0)
        {
            Sampler.Append(block);
            return block.Length;
        }

        Sampler.Append(block[..end]);
        _state = State.QuoteInQuoted;
        return end + 1;
    }

    private int AcceptAfterQuote(char next)
    {
        if (next == Quote)
        {
            Sampler.Append([Quote]);
            _state = State.Quoted;
            return 1;
        }

        _state = State.Plain;
        return 0;
    }
}
