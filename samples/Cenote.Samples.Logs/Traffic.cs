namespace Cenote.Samples.Logs;

/// <summary>The statistics of a group of requests.</summary>
internal struct Traffic
{
    public long Requests { get; private set; }

    public long Bytes { get; private set; }

    public long Slowest { get; private set; }

    public void Add(long bytes, long microseconds)
    {
        Requests++;
        Bytes += bytes;
        Slowest = Math.Max(Slowest, microseconds);
    }
}
