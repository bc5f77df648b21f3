namespace Cenote.Tool.Heaps;

/// <summary>Everything <c>cenote heap</c> found out; the content of a JSON report, which docs/heap.md describes.</summary>
/// <param name="Schema">The version of this format: raised when something is renamed, removed or changes its meaning.</param>
/// <param name="Tool">The version of the tool.</param>
/// <param name="Command">The command line that makes such a report, without folders and without its reports.</param>
/// <param name="Machine">Where and when the heap was read.</param>
/// <param name="Target">Whose heap it is.</param>
/// <param name="Objects">Objects on the heap, without the gaps between them.</param>
/// <param name="Bytes">What the objects take.</param>
/// <param name="LongLivedObjects">Objects in generation 2, large and pinned ones: what a full collection marks.</param>
/// <param name="FreeBytes">What the gaps between objects take.</param>
/// <param name="UnreadBytes">What could not be read of the heap.</param>
/// <param name="Literals">Strings that are literals, which are not among the others.</param>
/// <param name="Strings">All strings.</param>
/// <param name="LongLivedStrings">Old strings: those in generation 2, and large or pinned ones. Places and advice are about them.</param>
/// <param name="Places">What holds old strings, the largest first: size is that of the strings and of cached byte arrays.</param>
/// <param name="OtherPlaces">How many places were left out because there are so many.</param>
/// <param name="Texts">The texts whose repetitions take most.</param>
/// <param name="Advice">What follows from it.</param>
/// <param name="Measured">What was measured with strings of the worst places.</param>
/// <param name="NotMeasured">Why something was not measured, if that was asked for.</param>
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

    /// <summary>The part of <c>unreadBytes</c> whose memory is missing. The rest follows an object of unknown type.</summary>
    public long MissingBytes { get; init; }

    /// <summary>What has grown since an earlier report; null unless <c>--against</c> named one.</summary>
    public HeapGrowth? Growth { get; init; }
}
