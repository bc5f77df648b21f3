using System.Text.Json.Serialization;

namespace Cenote.Tool.Heaps;

/// <summary>How large a place is.</summary>
/// <param name="Strings">How many strings it leads to.</param>
/// <param name="Bytes">What the strings take.</param>
/// <param name="ValueBytes">What the arrays of bytes take that are values of the dictionary.</param>
internal sealed record HeapPlaceSize(long Strings, long Bytes, long ValueBytes)
{
    /// <summary>Strings and values together.</summary>
    [JsonIgnore]
    public long TotalBytes => Bytes + ValueBytes;

    public static HeapPlaceSize Of(HeapPlace place) => new(place.Strings, place.Bytes, place.ValueBytes);
}
