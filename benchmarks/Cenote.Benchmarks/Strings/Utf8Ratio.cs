using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <summary>The UTF-8 pool against the alternatives for UTF-8: time, and memory of live strings.</summary>
internal sealed class Utf8Ratio : IRatioArea
{
    private const int Count = 1_000;
    private const int LiveCount = 20_000;

    private static readonly bool[] s_isAscii = [true, false];
    private static readonly int[] s_lengths = [8, 32, 128, 1_000];
    private static readonly string[] s_rivals = ["byte[]", "utf8", "utf8 trusted", "segmented"];

    public string Name => "utf8";

    public string Description => "the UTF-8 pool against managed strings, byte[] and UTF-16: time, and memory for live strings";

    public IEnumerable<RatioRow> Measure() => Times().Concat(Memory());

    private static IEnumerable<RatioRow> Times() =>
        from pattern in PatternNames.All
        from ascii in s_isAscii
        from length in s_lengths
        let comparison = Compare(pattern, ascii, length)
        from rival in s_rivals
        select RatioRow.Of(pattern.Name(), comparison, rival, null);

    private static IEnumerable<RatioRow> Memory()
    {
        foreach (bool ascii in s_isAscii)
        {
            foreach (int length in s_lengths)
            {
                ManyTexts<byte> texts = Texts(ascii, LiveCount, length);
                double textBytes = Enumerable.Range(0, LiveCount).Sum(number => (double)texts[number].Length);
                using var rivals = new Utf8Rivals(LiveCount, texts);
                foreach ((string rival, long bytes) in rivals.Memory())
                {
                    yield return RatioRow.Once(
                        "memory",
                        Invariant($"held for live text, {Kind(ascii)}, {length} chars"),
                        rival,
                        "x UTF-8 text",
                        bytes / textBytes,
                        null);
                }
            }
        }
    }

    private static Comparison Compare(Pattern pattern, bool ascii, int length)
    {
        using var rivals = new Utf8Rivals(Count, Texts(ascii, Count, length));
        return SideBySide.Run(
            Invariant($"{pattern.Name()}, {Kind(ascii)}, {length} chars"),
            Count,
            [
                new("managed", () => rivals.Decoded(pattern)),
                new(s_rivals[0], () => rivals.Bytes(pattern)),
                new(s_rivals[1], () => rivals.Utf8(pattern)),
                new(s_rivals[2], () => rivals.Trusted(pattern)),
                new(s_rivals[3], () => rivals.Transcoded(pattern)),
            ],
            Timing.Quick);
    }

    private static ManyTexts<byte> Texts(bool ascii, int count, int chars) =>
        ascii ? Utf8Texts.Ascii(count, chars) : Utf8Texts.Mixed(count, chars);

    private static string Kind(bool ascii) => ascii ? "ASCII" : "Polish and Chinese";
}
