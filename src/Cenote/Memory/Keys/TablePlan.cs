using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <summary>What a <see cref="BucketTable"/> of another size needs, already borrowed.</summary>
internal readonly struct TablePlan
{
    /// <summary>Buckets of each segment.</summary>
    public required uint Buckets { get; init; }

    /// <summary>Addresses of the segments.</summary>
    public required nint[] Directory { get; init; }

    /// <summary>The segments, or none for the small table in the first granule.</summary>
    public required List<PageRun> Segments { get; init; }
}
