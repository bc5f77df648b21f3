using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Interning;

/// <summary>Random operations on an interner and on a dictionary, which must return the same instances.</summary>
public sealed class StringInternerModelTests(ITestOutputHelper output)
{
    private const int PhaseSteps = 20_000;

    [Theory]
    [InlineData(StringComparison.Ordinal, 3_000, 1_500_000)]
    [InlineData(StringComparison.Ordinal, 200_000, 700_000)]
    [InlineData(StringComparison.OrdinalIgnoreCase, 3_000, 500_000)]
    public void An_interner_says_what_a_dictionary_says(StringComparison comparison, int universe, int steps)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var interner = new StringInterner(new StringInternerOptions { Comparison = comparison });
        var model = new Dictionary<string, string>(StringComparer.FromComparison(comparison));
        string[] keys = [.. Enumerable.Range(0, universe).Select(number => Key(number))];
        for (int step = 0; step < RunSettings.Length(steps); step++)
        {
            // Phases that grow, and phases that shrink to a few strings.
            int removals = step / PhaseSteps % 2 == 0 ? 2 : 6;
            string key = keys[random.Next(universe)];
            bool known = model.TryGetValue(key, out string? expected);
            switch (random.Next(100_000))
            {
                case 0:
                    interner.Clear();
                    model.Clear();
                    break;
                case < 10:
                    interner.Trim();
                    break;
                case < 20_000:
                    Check(interner.TryGet(key, out string? found) == known && ReferenceEquals(found, expected));
                    break;
                case int pick when pick < 20_000 + (removals * 10_000):
                    Check(interner.Remove(key) == known);
                    model.Remove(key);
                    break;
                default:
                    string interned = (pick: step & 3, valid: IsValid(key)) switch
                    {
                        (0, true) => interner.Intern(Encoding.UTF8.GetBytes(key)),
                        (1, _) => interner.Intern(new string(key)),
                        _ => interner.Intern(key.AsSpan()),
                    };
                    Check(known ? ReferenceEquals(interned, expected) : interned == key);
                    model[interned] = interned;
                    break;
            }

            Check(interner.Count == model.Count);

            void Check(bool condition)
            {
                if (!condition)
                {
                    throw new XunitException($"Seed {seed}, step {step}, key '{key}'.");
                }
            }
        }

        Assert.All(model, entry => Assert.Same(entry.Value, interner.Intern(entry.Key.AsSpan())));
        InternerStatistics statistics = interner.GetStatistics();
        Assert.Equal(model.Count, statistics.Count);
        Assert.Equal(model.Count, statistics.Additions - statistics.Removals);
        Assert.Equal(0, statistics.Rehashes);
    }

    // Most strings are short, so that steps are fast. None is empty, because the empty string is always present.
    private static string Key(int number)
    {
        string key = number % 7 == 0 ? RandomKeys.FromUniverse(new Random(number), int.MaxValue) : $"{number}";
        return key.Length is > 0 and < 300 ? key : $"kEy {number}";
    }

    private static bool IsValid(string key) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(key)) == key;
}
