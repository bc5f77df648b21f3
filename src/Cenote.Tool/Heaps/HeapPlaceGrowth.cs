using System.Text.Json.Serialization;
using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>How a place has grown or shrunk since an earlier report.</summary>
/// <param name="Name">The name in the program.</param>
/// <param name="FullName">The name with namespaces.</param>
/// <param name="Kind">The kind of the place.</param>
/// <param name="Before">The place then; null if the earlier report does not list it.</param>
/// <param name="After">The place now; null if there is no such place now.</param>
/// <param name="AddedBytes">
/// The growth of its strings and values in bytes, negative if they shrank; null if the earlier report may have left out this
/// place.
/// </param>
internal sealed record HeapPlaceGrowth(
    string Name, string FullName, PlaceKind Kind, HeapPlaceSize? Before, HeapPlaceSize? After, long? AddedBytes)
{
    /// <summary>
    /// Whether a part of the place is, or may be, in the row that small owners share, in one of the reports. <c>addedBytes</c> is
    /// then only the part of the difference that a move to or from that row cannot explain.
    /// </summary>
    public bool IsLeast { get; init; }

    /// <summary>The growth, or the size if the growth is unknown.</summary>
    [JsonIgnore]
    public double Size => Math.Abs((double)(AddedBytes ?? After!.TotalBytes));

    public static HeapPlaceGrowth Of(HeapPlace? before, HeapPlace? after, bool isBeforeKnown)
    {
        HeapPlace named = (after ?? before)!;
        HeapPlaceSize? sizeBefore = before is null ? null : HeapPlaceSize.Of(before);
        HeapPlaceSize? sizeAfter = after is null ? null : HeapPlaceSize.Of(after);
        return new HeapPlaceGrowth(
            named.Name,
            named.FullName,
            named.Kind,
            sizeBefore,
            sizeAfter,
            sizeBefore is null && !isBeforeKnown ? null : (sizeAfter?.TotalBytes ?? 0) - (sizeBefore?.TotalBytes ?? 0));
    }
}
