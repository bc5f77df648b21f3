namespace Cenote.Tool.Input;

/// <summary>Splits text into words: runs of chars that are not white space.</summary>
internal sealed class WordSplitter(TextSampler sampler) : TextSplitter(sampler)
{
    protected override void Split(ReadOnlySpan<char> block)
    {
        while (!block.IsEmpty)
        {
            int length = 0;
            while (length < block.Length && !char.IsWhiteSpace(block[length]))
            {
                length++;
            }

            if (length > 0)
            {
                Sampler.Append(block[..length]);
            }

            if (length == block.Length)
            {
                return;
            }

            Complete();
            block = block[(length + 1)..];
        }
    }

    public override void Complete()
    {
        if (!Sampler.IsPendingEmpty)
        {
            Sampler.EndString();
        }
    }
}
