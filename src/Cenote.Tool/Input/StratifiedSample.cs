namespace Cenote.Tool.Input;

/// <summary>
/// Takes one string at random of each of many equal parts of a corpus; all strings, if they are few. Every nth string would not
/// do: in a table it would always be of the same column.
/// </summary>
internal static class StratifiedSample
{
    private const ulong Seed = 1;

    /// <summary>Chooses some strings, the same ones each time.</summary>
    /// <param name="count">How many there are.</param>
    /// <param name="most">How many to take at most.</param>
    /// <returns>Their indices, in order.</returns>
    public static int[] Of(int count, int most)
    {
        int[] indices = new int[Math.Min(count, most)];
        var random = new SplitMix64(Seed);
        for (int part = 0; part < indices.Length; part++)
        {
            int first = Start(part);
            indices[part] = first + random.Next(Start(part + 1) - first);
        }

        return indices;

        int Start(int part) => (int)((long)part * count / indices.Length);
    }
}
