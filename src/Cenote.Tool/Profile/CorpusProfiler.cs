using System.Text;
using Cenote.Tool.Input;

namespace Cenote.Tool.Profile;

/// <summary>Describes a corpus in one pass.</summary>
internal static class CorpusProfiler
{
    // Bucket 0 counts empty strings, bucket n those of 2^(n-2) < length <= 2^(n-1).
    private const int Buckets = 33;

    public static CorpusProfile Profile(TextCorpus corpus, Action<double> progress, CancellationToken cancellationToken)
    {
        const int ProgressStep = 1 << 16;
        var distinct = new DistinctTexts(corpus);
        long[] buckets = new long[Buckets];
        long ascii = 0;
        long utf8Bytes = 0;
        long managedBytes = 0;
        long duplicateBytes = 0;
        for (int i = 0; i < corpus.Count; i++)
        {
            if (i % ProgressStep == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
                progress((double)i / corpus.Count);
            }

            ReadOnlySpan<char> text = corpus[i];
            long bytes = MemoryFootprint.OfManagedString(text.Length);
            buckets[Bucket(text.Length)]++;
            int utf8 = Encoding.UTF8.GetByteCount(text);
            ascii += utf8 == text.Length ? 1 : 0;
            utf8Bytes += utf8;
            managedBytes += bytes;
            duplicateBytes += distinct.Add(i) ? 0 : bytes;
        }

        var lengths = SortedLengths.Of(corpus);
        return new CorpusProfile(
            corpus.Count,
            corpus.TotalChars,
            lengths.Shortest,
            lengths.At(CorpusProfile.MedianShare),
            lengths.At(CorpusProfile.LongShare),
            lengths.Longest,
            lengths.ShareUpTo(8),
            lengths.ShareUpTo(32),
            lengths.ShareUpTo(128),
            distinct.Count,
            managedBytes,
            duplicateBytes,
            (double)ascii / corpus.Count,
            Histogram(buckets, lengths.Shortest, lengths.Longest))
        {
            // If all strings are available, they are counted instead of estimated.
            Whole = corpus.IsSample
                ? corpus.Whole
                : corpus.Whole with
                {
                    ManagedBytes = managedBytes,
                    DistinctStrings = distinct.Count,
                    DistinctBytes = managedBytes - duplicateBytes,
                    IsEstimate = false,
                },
            Utf8BytesPerChar = corpus.TotalChars == 0 ? 1 : (double)utf8Bytes / corpus.TotalChars,
        };
    }

    private static int Bucket(int length) => length == 0 ? 0 : BitOperations.Log2((uint)(2 * length) - 1) + 1;

    private static List<LengthBucket> Histogram(long[] buckets, int shortest, int longest)
    {
        var histogram = new List<LengthBucket>();
        for (int bucket = Bucket(shortest); bucket <= Bucket(longest); bucket++)
        {
            int to = bucket == 0 ? 0 : (int)Math.Min(int.MaxValue, 1L << (bucket - 1));
            int from = bucket < 2 ? to : (to / 2) + 1;
            histogram.Add(new LengthBucket(from, to, buckets[bucket]));
        }

        return histogram;
    }
}
