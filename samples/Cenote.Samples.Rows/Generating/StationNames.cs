using System.Text;
using Cenote.Measurement;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Generating;

/// <summary>Generates distinct names that look like places, the same for the same seed.</summary>
/// <remarks>
/// Most names have 4 to 12 letters; one in 16 has a non-ASCII letter, and one in 100 has several words, up to 100 bytes.
/// </remarks>
internal static class StationNames
{
    private const int OneInOther = 16;
    private const int OneInLong = 100;

    private static readonly string[] s_syllables =
    [
        "ba", "bel", "bo", "cal", "cor", "da", "den", "dor", "el", "fa", "gan", "go", "hal", "hor", "in", "ja", "ka", "kir", "la",
        "lin", "lo", "ma", "mar", "mel", "na", "nor", "o", "os", "pa", "per", "po", "ra", "ri", "ro", "sa", "san", "sel", "ta",
        "tan", "to", "u", "ul", "va", "ver", "wi", "ya", "yo", "za",
    ];

    private static readonly string[] s_others = ["é", "ö", "ã", "ñ", "ç", "ł", "ş", "ø", "í", "ță", "ža", "ый", "東", "ё"];

    /// <summary>Generates names.</summary>
    /// <param name="count">The number of names.</param>
    /// <param name="seed">The random seed.</param>
    public static string[] Make(int count, ulong seed)
    {
        var random = new SplitMix64(seed);
        var names = new HashSet<string>(count, StringComparer.Ordinal);
        while (names.Count < count)
        {
            names.Add(Next(ref random));
        }

        return [.. names];
    }

    private static string Next(ref SplitMix64 random)
    {
        var name = new StringBuilder();
        int words = random.Next(OneInLong) == 0 ? 2 + random.Next(9) : 1;
        for (int i = 0; i < words; i++)
        {
            string word = Word(ref random);
            if (Encoding.UTF8.GetByteCount($"{name} {word}") <= Row.LongestName)
            {
                name.Append(i > 0 ? " " : string.Empty).Append(word);
            }
        }

        return name.ToString();
    }

    private static string Word(ref SplitMix64 random)
    {
        int syllables = 2 + random.Next(3);
        int other = random.Next(OneInOther) == 0 ? random.Next(syllables) : -1;
        var word = new StringBuilder();
        for (int i = 0; i < syllables; i++)
        {
            word.Append(s_syllables[random.Next(s_syllables.Length)]);
            if (i == other)
            {
                word.Append(s_others[random.Next(s_others.Length)]);
            }
        }

        word[0] = char.ToUpperInvariant(word[0]);
        return word.ToString();
    }
}
