using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Interning;

/// <summary>Compares the collisions among a million similar strings with the number expected by chance.</summary>
public sealed class HashQualityTests
{
    private const int Texts = 1_000_000;
    private const double Expected = (double)Texts * (Texts - 1) / 2 / (1UL << 32);

    private static readonly Dictionary<string, Func<int, string>> s_families = new()
    {
        ["decimals"] = static i => $"{i}",
        ["decimals with zeros"] = static i => $"{i:D8}",
        ["dates"] = static i => new DateTime(1990, 1, 1).AddMinutes(i * 17L).ToString("yyyy-MM-ddTHH:mm", null),
        ["paths"] = static i => $"/srv/data/{i % 97}/{i / 97 % 101}/file{i / 9797}-{i % 7}-{i}.txt",
        ["GUIDs"] = static i => new Guid(i, (short)(i >> 4), 7, 1, 2, 3, 4, 5, 6, 7, 8).ToString(),
        ["permutations"] = Permutation,
        ["long texts"] = static i => new string('x', 60) + i + new string('y', 60),
        ["texts of two blocks"] = static i => new string('x', 300) + i + new string('y', 300) + i,
    };

    public static TheoryData<string> Families => [.. s_families.Keys];

    [LongTheory]
    [MemberData(nameof(Families))]
    public void Texts_collide_as_often_as_chance_has_it(string family)
    {
        ulong[] hashes = [.. Enumerable.Range(0, Texts).Select(i => KeyHash.ComputeLong(s_families[family](i)))];

        // The lower half selects the bucket, the upper half contains the tag. Fails by chance once in a million runs.
        Assert.InRange(Collisions(hashes, shift: 0), 0, 1.5 * Expected);
        Assert.InRange(Collisions(hashes, shift: 32), 0, 1.5 * Expected);
        Assert.Equal(0, hashes.Length - hashes.Distinct().Count());
    }

    private static int Collisions(ulong[] hashes, int shift)
    {
        uint[] halves = [.. hashes.Select(hash => (uint)(hash >> shift))];
        Array.Sort(halves);
        return halves.Zip(halves.Skip(1)).Count(static pair => pair.First == pair.Second);
    }

    // Returns the same ten letters in a different order for each number.
    private static string Permutation(int number)
    {
        char[] letters = [.. "abcdefghij"];
        for (int i = letters.Length; i > 1; number /= i, i--)
        {
            (letters[i - 1], letters[number % i]) = (letters[number % i], letters[i - 1]);
        }

        return new string(letters);
    }
}
