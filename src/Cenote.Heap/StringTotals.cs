namespace Cenote.Heap;

/// <summary>The number and size of all strings, and of the distinct ones.</summary>
internal sealed class StringTotals
{
    /// <summary>The number of strings.</summary>
    public long Strings { get; private set; }

    /// <summary>The number of distinct strings.</summary>
    public long Distinct { get; private set; }

    /// <summary>The size of the strings.</summary>
    public long Bytes { get; private set; }

    /// <summary>The size of one copy of each distinct string.</summary>
    public long DistinctBytes { get; private set; }

    /// <summary>Counts a string.</summary>
    /// <param name="bytes">Its size.</param>
    /// <param name="isFirst">Whether no equal string was counted before.</param>
    public void Add(long bytes, bool isFirst)
    {
        Strings++;
        Bytes += bytes;
        if (isFirst)
        {
            Distinct++;
            DistinctBytes += bytes;
        }
    }
}
