using System.Text.Json.Serialization;

namespace Cenote.Tool.Heaps;

/// <summary>The size of a place.</summary>
/// <param name="Strings">The number of strings.</param>
/// <param name="Bytes">The size of the strings.</param>
/// <param name="ValueBytes">The size of the byte arrays that are values of the dictionary or cache.</param>
internal sealed record HeapPlaceSize(long Strings, long Bytes, long ValueBytes)
{
    /// <summary>Strings and values together.</summary>
    [JsonIgnore]
    public long TotalBytes => Bytes + ValueBytes;

    public static HeapPlaceSize Of(HeapPlace place) => new(place.Strings, place.Bytes, place.ValueBytes);
}
