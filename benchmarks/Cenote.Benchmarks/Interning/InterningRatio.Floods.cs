using System.Globalization;
using System.Runtime.InteropServices;
using Cenote.Benchmarks.Ratio;
using Cenote.Interning;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <content>Strings that were built to collide, against the same number of other strings of the same length.</content>
internal sealed partial class InterningRatio
{
    // Allows for the cost of the keyed hash to which the interner switches. If lookups took linear time, the larger flood would
    // take hundreds of times as long as other strings.
    private const double FloodLimit = 10;

    private const string OtherTexts = "other texts";
    private const int HeadChars = 40;
    private const int TailChars = 150;

    // The first secret of the hash, which an attacker does not know, read by reflection.
    private static readonly ulong s_secret = (ulong)typeof(StringInterner).Assembly
        .GetType("Cenote.Text.KeyHash", throwOnError: true)!
        .GetProperty("FirstSecret")!
        .GetValue(null)!;

    private static IEnumerable<RatioRow> Floods()
    {
        foreach (int count in new[] { 5_000, 20_000 })
        {
            yield return Flood(Invariant($"{count:N0} texts made with the secrets of the hash"), count, MadeWithSecrets, Other);
            yield return Flood(
                Invariant($"{count:N0} long texts that differ in their middle"), count, AlikeAtEnds, OtherAtEnds);
        }
    }

    private static RatioRow Flood(string name, int count, Func<int, string> collide, Func<int, string> other)
    {
        Comparison comparison = SideBySide.Run(
            name, count, [new(OtherTexts, Fill(other)), new(Exact, Fill(collide))], Timing.Short);
        return RatioRow.Of("flood", comparison, Exact, FloodLimit, "x " + OtherTexts);

        Action Fill(Func<int, string> make)
        {
            string[] texts = [.. Enumerable.Range(0, count).Select(make)];
            return () =>
            {
                var interner = new StringInterner();
                foreach (string text in texts)
                {
                    interner.Intern(text);
                }
            };
        }
    }

    // The first four chars equal the secret that they are XORed with. The result is 0, and so is its product with the others.
    private static string MadeWithSecrets(int number)
    {
        ReadOnlySpan<ulong> halves = [s_secret, Spread(number)];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }

    private static string Other(int number)
    {
        ReadOnlySpan<ulong> halves = [Spread(~number), Spread(number)];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }

    // These strings collide in any hash that reads only the ends of long strings, so an attacker need not know a secret.
    private static string AlikeAtEnds(int number) => new string('x', HeadChars) + Digits(number) + new string('y', TailChars);

    private static string OtherAtEnds(int number) => Digits(number) + new string('x', HeadChars) + new string('y', TailChars);

    private static string Digits(int number) => number.ToString("D6", CultureInfo.InvariantCulture);

    private static ulong Spread(int number) => (ulong)number * 0x9E37_79B9_7F4A_7C15;
}
