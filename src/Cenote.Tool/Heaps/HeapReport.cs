namespace Cenote.Tool.Heaps;

/// <summary>The results of <c>cenote heap</c>: the content of a JSON report, described in docs/heap-details.md.</summary>
/// <param name="Schema">The version of this format: raised when something is renamed, removed or changes its meaning.</param>
/// <param name="Tool">The version of the tool.</param>
/// <param name="Command">The command line, without folders and report files.</param>
/// <param name="Machine">The machine on which the heap was read, and the date.</param>
/// <param name="Target">The process or dump.</param>
/// <param name="Objects">Objects on the heap, without the gaps between them.</param>
/// <param name="Bytes">The size of the objects.</param>
/// <param name="LongLivedObjects">Old objects: those in generation 2, and large or pinned ones.</param>
/// <param name="FreeBytes">The size of the gaps between objects.</param>
/// <param name="UnreadBytes">The size of the part of the heap that could not be read.</param>
/// <param name="Literals">The number of string literals. The other figures about strings exclude them.</param>
/// <param name="Strings">All strings except literals.</param>
/// <param name="LongLivedStrings">Old strings: those in generation 2, and large or pinned ones. Places and advice are about them.</param>
/// <param name="Places">
/// The places that hold old strings, sorted by the size of the strings and of cached byte arrays, descending.
/// </param>
/// <param name="OtherPlaces">The number of places left out because of <c>--top</c>.</param>
/// <param name="Texts">The strings whose copies take the most memory.</param>
/// <param name="Advice">The recommendations.</param>
/// <param name="Measured">Measurements with strings from places with a recommendation.</param>
/// <param name="NotMeasured">For each place that <c>--measure</c> did not measure, the reason.</param>
internal sealed record HeapReport(
    int Schema,
    string Tool,
    string Command,
    MachineInfo Machine,
    HeapTarget Target,
    long Objects,
    long Bytes,
    long LongLivedObjects,
    long FreeBytes,
    long UnreadBytes,
    long Literals,
    HeapStrings Strings,
    HeapStrings LongLivedStrings,
    IReadOnlyList<HeapPlace> Places,
    int OtherPlaces,
    IReadOnlyList<HeapText> Texts,
    IReadOnlyList<HeapAdvice> Advice,
    IReadOnlyList<HeapMeasurement> Measured,
    IReadOnlyList<string> NotMeasured)
{
    public const int CurrentSchema = 1;

    /// <summary>
    /// The part of <c>unreadBytes</c> whose memory is missing. The rest follows an object of unknown type or wrong size.
    /// </summary>
    public long MissingBytes { get; init; }

    /// <summary>Bytes of old strings that repeat, but not within their place: at least this much repeats strings of another place.</summary>
    public long RepeatedBetweenPlacesBytes { get; init; }

    /// <summary>The growth since an earlier report; null unless <c>--against</c> named one.</summary>
    public HeapGrowth? Growth { get; init; }
}
