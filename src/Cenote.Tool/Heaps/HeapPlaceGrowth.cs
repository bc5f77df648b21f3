using System.Text.Json.Serialization;
using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>How a place has grown or shrunk since an earlier report.</summary>
/// <param name="Name">What a program calls it.</param>
/// <param name="FullName">With namespaces.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Before">The place then; null if the earlier report does not list it.</param>
/// <param name="After">The place now; null if there is no such place now.</param>
/// <param name="AddedBytes">
/// How many bytes its strings and values take more than then, negative if less; null if the earlier report left places out and may have
/// left out this one.
/// </param>
internal sealed record HeapPlaceGrowth(
    string Name, string FullName, PlaceKind Kind, HeapPlaceSize? Before, HeapPlaceSize? After, long? AddedBytes)
{
    /// <summary>
    /// Whether a part of the place is, or may be, in the row that small owners share, in one of the reports. <c>addedBytes</c> is then
    /// what certainly grew or shrank.
    /// </summary>
    public bool IsLeast { get; init; }

    /// <summary>How far it has grown or shrunk, or how large it is if that is not known.</summary>
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
