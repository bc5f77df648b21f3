using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>The strings of the comparison with C++, as <c>benchmarks/native/README.md</c> defines them.</summary>
internal static class NumberedTexts
{
    private const ulong Seed = 1729;

    private static readonly string[] s_sentences =
    [
        "Lorem ipsum dolor sit amet, consectetur adipisicing elit",
        "sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
        "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris",
        "nisi ut aliquip ex ea commodo consequat.",
        "Duis aute irure dolor in reprehenderit in voluptate velit esse",
        "cillum dolore eu fugiat nulla pariatur.",
        "Excepteur sint occaecat cupidatat non proident,",
        "sunt in culpa qui officia deserunt mollit anim id est laborum.",
    ];

    public static IEnumerable<string> Long(int count) =>
        Shuffled(count).Select(
            number => Invariant($"{s_sentences[number % s_sentences.Length]} (#{number / s_sentences.Length})"));

    public static IEnumerable<string> Tiny(int count) =>
        Shuffled(count).Select(number => Invariant($"#{number / s_sentences.Length}"));

    /// <summary>A Fisher-Yates shuffle, from the last place to the first.</summary>
    private static int[] Shuffled(int count)
    {
        int[] numbers = [.. Enumerable.Range(0, count)];
        var random = new SplitMix64(Seed);
        for (int place = count; place > 1; place--)
        {
            // The C++ side also uses a remainder here.
            int other = (int)(random.Next() % (ulong)place);
            (numbers[place - 1], numbers[other]) = (numbers[other], numbers[place - 1]);
        }

        return numbers;
    }
}
