using System.Text.Json.Serialization;

namespace Cenote.Tool.Input;

/// <summary>Counts of all strings of a source, measured or not.</summary>
/// <param name="Strings">The number of strings.</param>
/// <param name="Chars">The total length of the strings, in chars.</param>
/// <param name="ManagedBytes">The memory of all strings as managed strings, in bytes.</param>
/// <param name="DistinctStrings">The number of distinct strings; approximate if <paramref name="IsEstimate"/>.</param>
/// <param name="DistinctBytes">
/// The memory of one copy of each distinct string, as managed strings, in bytes; approximate if <paramref name="IsEstimate"/>.
/// </param>
/// <param name="IsEstimate">Whether there are too many distinct strings to count exactly.</param>
/// <param name="ReplacedChars">The number of U+FFFD chars, which replace invalid UTF-8.</param>
/// <param name="Fingerprint">A hash of all strings in their order, to identify the text.</param>
internal sealed record WholeText(
    long Strings,
    long Chars,
    long ManagedBytes,
    long DistinctStrings,
    long DistinctBytes,
    bool IsEstimate,
    long ReplacedChars,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    ulong Fingerprint);
