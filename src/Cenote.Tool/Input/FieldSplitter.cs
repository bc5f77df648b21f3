using Cenote.IO;

namespace Cenote.Tool.Input;

/// <summary>
/// Splits text into fields between delimiters. Unless quoting is none, fields are quoted as in RFC 4180: a field that starts with
/// a quote runs to the closing one, across delimiters and line ends; two quotes within it represent one. Strict quoting rejects
/// text after a closing quote, and a quote that is never closed: the file then follows other rules, and one quoted field could
/// swallow thousands of others.
/// </summary>
internal sealed class FieldSplitter(TextSampler sampler, char delimiter, Utf8Quoting quoting) : TextSplitter(sampler)
{
    private const char Quote = '"';

    private State _state = State.RecordStart;
    private bool _afterCarriageReturn;
    private long _line = 1;
    private long _quoteLine;

    private enum State
    {
        /// <summary>Before the first field of a record: the text may end here without another field.</summary>
        RecordStart,
        FieldStart,
        Plain,
        Quoted,

        /// <summary>After a quote within a quoted field: the quote closes the field, unless another one follows.</summary>
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
        if (_state == State.Quoted && quoting == Utf8Quoting.Strict)
        {
            Reject("that is never closed");
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

        if (first == Quote && quoting != Utf8Quoting.None)
        {
            _quoteLine = _line;
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
            _line++;
        }

        return end + 1;
    }

    private int AcceptQuoted(ReadOnlySpan<char> block)
    {
        int end = block.IndexOf(Quote);
        ReadOnlySpan<char> quoted = end < 0 ? block : block[..end];
        Sampler.Append(quoted);
        CountLines(quoted);
        if (end < 0)
        {
            return block.Length;
        }

        _afterCarriageReturn = false;
        _state = State.QuoteInQuoted;
        return end + 1;
    }

    private void CountLines(ReadOnlySpan<char> quoted)
    {
        for (int at; (at = quoted.IndexOfAny('\r', '\n')) >= 0; quoted = quoted[(at + 1)..])
        {
            bool isSecondHalf = _afterCarriageReturn && at == 0 && quoted[0] == '\n';
            _line += isSecondHalf ? 0 : 1;
            _afterCarriageReturn = quoted[at] == '\r';
        }

        _afterCarriageReturn &= quoted.IsEmpty;
    }

    private int AcceptAfterQuote(char next)
    {
        if (next == Quote)
        {
            Sampler.Append([Quote]);
            _state = State.Quoted;
            return 1;
        }

        if (next != delimiter && next is not ('\r' or '\n') && quoting == Utf8Quoting.Strict)
        {
            Reject($"that is followed by text after its closing quote in line {_line:N0}");
        }

        _state = State.Plain;
        return 0;
    }

    private void Reject(string why) => throw ToolException.Usage(
        $"Line {_quoteLine:N0} opens a quoted field {why}. If the quotes do not follow RFC 4180, add --quotes none or "
        + "--quotes lenient. If tabs separate the fields, add --delimiter tab. Use --by line to measure lines instead.");
}
