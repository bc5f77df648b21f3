using System.Text.Json.Serialization;

namespace Cenote.Tool.Input;

/// <summary>What is known of all strings of a source, measured or not.</summary>
/// <param name="Strings">How many there are.</param>
/// <param name="Chars">Their length together, in chars.</param>
/// <param name="ManagedBytes">What all of them take as managed strings, in bytes.</param>
/// <param name="DistinctStrings">How many different ones there are; about, if <paramref name="IsEstimate"/>.</param>
/// <param name="DistinctBytes">What one copy of each takes as managed strings, in bytes; about, if estimated.</param>
/// <param name="IsEstimate">Whether there are so many different ones that they were estimated.</param>
/// <param name="ReplacedChars">How many chars are U+FFFD, which stands for bytes that are no valid UTF-8.</param>
/// <param name="Fingerprint">The same for the same strings in the same order, and for no others.</param>
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
