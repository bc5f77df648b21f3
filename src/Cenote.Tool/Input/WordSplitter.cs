namespace Cenote.Tool.Input;

/// <summary>Words: runs of chars that are not white space.</summary>
internal sealed class WordSplitter(TextCorpusBuilder builder) : TextSplitter(builder)
{
    public override void Accept(ReadOnlySpan<char> block)
    {
        while (!block.IsEmpty && !IsDone)
        {
            int length = 0;
            while (length < block.Length && !char.IsWhiteSpace(block[length]))
            {
                length++;
            }

            if (length > 0)
            {
                Builder.Append(block[..length]);
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
        if (!Builder.IsPendingEmpty)
        {
            Builder.EndString();
        }
    }
}
