using Cenote.Tool.Input;

namespace Cenote.Tool.Profile;

/// <summary>The lengths of all strings of a corpus in ascending order, four bytes for each.</summary>
internal sealed class SortedLengths
{
    private readonly int[] _lengths;

    private SortedLengths(int[] lengths) => _lengths = lengths;

    public int Shortest => _lengths[0];

    public int Longest => _lengths[^1];

    /// <summary>Sorts the lengths of a corpus of at least one string.</summary>
    public static SortedLengths Of(TextCorpus corpus)
    {
        int[] lengths = new int[corpus.Count];
        for (int i = 0; i < lengths.Length; i++)
        {
            lengths[i] = corpus[i].Length;
        }

        Array.Sort(lengths);
        return new SortedLengths(lengths);
    }

    /// <summary>The length that a share of all strings does not exceed: 0.5 for the median.</summary>
    /// <param name="share">The share, from 0 to below 1.</param>
    public int At(double share) => _lengths[(int)(_lengths.Length * share)];

    /// <summary>The share of strings that are no longer than this, from 0 to 1.</summary>
    public double ShareUpTo(int length)
    {
        // The number of elements up to a value is the insertion point of the next value.
        int low = 0;
        int high = _lengths.Length;
        while (low < high)
        {
            int middle = (int)(((uint)low + (uint)high) / 2);
            if (_lengths[middle] <= length)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return (double)low / _lengths.Length;
    }
}
