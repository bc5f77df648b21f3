namespace Cenote.Heap;

/// <summary>How many strings there are, and how many of them repeat others.</summary>
internal sealed class StringTotals
{
    /// <summary>How many strings.</summary>
    public long Strings { get; private set; }

    /// <summary>How many texts.</summary>
    public long Distinct { get; private set; }

    /// <summary>How many bytes the strings take.</summary>
    public long Bytes { get; private set; }

    /// <summary>How many bytes one string of each text would take.</summary>
    public long DistinctBytes { get; private set; }

    /// <summary>Counts a string.</summary>
    /// <param name="bytes">What it takes.</param>
    /// <param name="isFirst">Whether it is the first of its text.</param>
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
