namespace Cenote.Tool.Input;

/// <summary>Splits text into lines, which end at LF, CR LF or CR. A line end at the end of the text starts no further
/// line.</summary>
internal sealed class LineSplitter(TextSampler sampler) : TextSplitter(sampler)
{
    private bool _afterCarriageReturn;
    private bool _inLine;

    protected override void Split(ReadOnlySpan<char> block)
    {
        while (!block.IsEmpty)
        {
            if (_afterCarriageReturn && block[0] == '\n')
            {
                _afterCarriageReturn = false;
                block = block[1..];
                continue;
            }

            _afterCarriageReturn = false;
            int end = block.IndexOfAny('\r', '\n');
            if (end < 0)
            {
                Sampler.Append(block);
                _inLine = true;
                return;
            }

            Sampler.Append(block[..end]);
            Sampler.EndString();
            _inLine = false;
            _afterCarriageReturn = block[end] == '\r';
            block = block[(end + 1)..];
        }
    }

    public override void Complete()
    {
        if (_inLine)
        {
            Sampler.EndString();
        }
    }
}
