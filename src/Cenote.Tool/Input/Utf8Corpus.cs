using System.Text;

namespace Cenote.Tool.Input;

/// <summary>
/// The strings of a corpus as UTF-8, for contenders that read bytes. Immutable, thread-safe.
/// </summary>
internal sealed class Utf8Corpus : Corpus<byte>
{
    /// <summary>The length, in chars, up to which any string fits in an array as UTF-8.</summary>
    public static int MaxTextLength => Array.MaxLength / MaxBytesPerChar;

    private const int MaxBytesPerChar = 3;

    private Utf8Corpus(byte[][] chunks, CorpusSlice[] slices)
        : base(chunks, slices)
    {
    }

    /// <summary>Transcodes a corpus. Lone surrogates become U+FFFD; no source produces them.</summary>
    public static Utf8Corpus Of(TextCorpus corpus)
    {
        var chunks = new List<byte[]> { new byte[ChunkUnits] };
        var slices = new CorpusSlice[corpus.Count];
        int end = 0;
        for (int i = 0; i < slices.Length; i++)
        {
            int length = Encoding.UTF8.GetByteCount(corpus[i]);
            if (length > chunks[^1].Length - end)
            {
                chunks.Add(new byte[Math.Max(ChunkUnits, length)]);
                end = 0;
            }

            Encoding.UTF8.GetBytes(corpus[i], chunks[^1].AsSpan(end));
            slices[i] = new CorpusSlice(chunks.Count - 1, end, length);
            end += length;
        }

        return new Utf8Corpus([.. chunks], slices);
    }
}
