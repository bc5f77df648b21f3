namespace Cenote.Tool.Input;

/// <summary>
/// Chooses a random string from each of many equal parts of a corpus; all strings if there are few. Every nth string would be
/// biased: in a table, it could always be from the same column.
/// </summary>
internal static class StratifiedSample
{
    private const ulong Seed = 1;

    /// <summary>Chooses some strings, the same ones each time.</summary>
    /// <param name="count">The number of strings.</param>
    /// <param name="most">The maximum number to choose.</param>
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
