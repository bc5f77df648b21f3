using Cenote.Tool.Input;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Sections.Keys;

/// <summary>The distinct strings of a corpus, and the lookups in dictionaries with these keys.</summary>
internal sealed class KeySet
{
    /// <summary>The maximum number of lookups.</summary>
    public const int MaxQuestions = 100_000;

    private const int MinQuestions = 16;
    private const int MaxChars = 1 << 24;
    private const int TriesPerLength = 8;
    private const string Letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    private const ulong Seed = 1;

    private readonly TextCorpus _corpus;
    private readonly int[] _indices;
    private readonly Lazy<(TextCorpus Hits, TextCorpus Misses)> _questions;

    private KeySet(TextCorpus corpus, int[] indices, int questions)
    {
        _corpus = corpus;
        _indices = indices;
        Questions = questions;
        _questions = new Lazy<(TextCorpus Hits, TextCorpus Misses)>(MakeQuestions);
    }

    /// <summary>The number of keys.</summary>
    public int Count => _indices.Length;

    /// <summary>The number of lookups, which are created on first use.</summary>
    public int Questions { get; }

    /// <summary>
    /// Keys in random order: all, or a sample from all over the file. They are consecutive copies,
    /// so that reading them costs almost nothing, and a managed string is never the key itself.
    /// </summary>
    public TextCorpus Hits => _questions.Value.Hits;

    /// <summary>Strings that are not keys: one for each of <see cref="Hits"/>, in the same order and similar to it.</summary>
    public TextCorpus Misses => _questions.Value.Misses;

    /// <summary>A key. The first one in the file has number 0.</summary>
    public ReadOnlySpan<char> this[int key] => _corpus[_indices[key]];

    /// <summary>
    /// Finds the distinct strings of a corpus of at least one string. The same corpus gives the same lookups.
    /// </summary>
    public static KeySet Of(TextCorpus corpus)
    {
        var distinct = new DistinctTexts(corpus);
        int[] indices = [.. Enumerable.Range(0, corpus.Count).Where(distinct.Add)];
        long charsPerKey = Math.Max(1, indices.Sum(index => (long)corpus[index].Length) / indices.Length);
        long questions = Math.Clamp(MaxChars / charsPerKey, MinQuestions, MaxQuestions);
        return new KeySet(corpus, indices, (int)Math.Min(questions, indices.Length));
    }

    private (TextCorpus Hits, TextCorpus Misses) MakeQuestions()
    {
        var distinct = new DistinctTexts(_corpus);
        Array.ForEach(_indices, index => distinct.Add(index));
        int[] sample = StratifiedSample.Of(Count, Questions);
        var random = new SplitMix64(Seed);
        Shuffle(sample, ref random);

        var hits = new TextCorpusBuilder();
        var misses = new TextCorpusBuilder();
        foreach (int key in sample)
        {
            ReadOnlySpan<char> text = this[key];
            hits.Add(text);
            char[] other = Other(text, distinct, ref random);
            misses.Add(other);
        }

        return (hits.Build(), misses.Build());
    }

    private static void Shuffle(int[] values, ref SplitMix64 random)
    {
        for (int i = values.Length - 1; i > 0; i--)
        {
            int other = random.Next(i + 1);
            (values[i], values[other]) = (values[other], values[i]);
        }
    }

    // Changes random chars until no key equals the result. Some tries append a char instead, in case every string of this length
    // is a key.
    private static char[] Other(ReadOnlySpan<char> key, DistinctTexts keys, ref SplitMix64 random)
    {
        char[] text = [.. key];
        for (int tries = 1; keys.Contains(text); tries++)
        {
            bool grows = text.Length == 0 || tries % TriesPerLength == 0;
            if (grows)
            {
                Array.Resize(ref text, text.Length + 1);
            }

            text[grows ? text.Length - 1 : random.Next(text.Length)] = Letters[random.Next(Letters.Length)];
        }

        return text;
    }
}
