using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <summary>The segments allocated for replacing a <see cref="BucketTable"/>.</summary>
internal readonly struct NewTable
{
    public required uint Buckets { get; init; }

    /// <summary>Segment addresses.</summary>
    public required nint[] Directory { get; init; }

    /// <summary>The segments; none for the small table in the first granule.</summary>
    public required List<PageRun> Segments { get; init; }
}
