namespace Cenote.Benchmarks.Interning;

/// <summary>Distinct strings of one length, contiguous as from a parser, and the order in which they are looked up.</summary>
internal sealed class InternTexts
{
    /// <summary>Number of lookups before the order repeats.</summary>
    public const int Questions = 1 << 16;

    /// <summary>The measured lengths; each takes a different code path of the hash function.</summary>
    public static readonly int[] Lengths = [4, 13, 32, 128];

    // Contains no filler chars, so strings with their distinct chars at different positions differ.
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
    private const string Filling = "https://server.example.org/path/of/a/resource?session=";
    private const int OwnChars = 4;
    private const int Places = 5;

    private readonly char[] _chars;
    private readonly int[] _order = new int[Questions];

    // Keeps the strings alive for interners with weak references.
    private readonly List<string[]> _kept;

    public InternTexts(int length, int distinct, bool zipf, int first = 0)
    {
        Length = length;
        Distinct = distinct;
        _kept = [];
        _chars = new char[length * distinct];
        for (int i = 0; i < distinct; i++)
        {
            Write(_chars.AsSpan(i * length, length), first + i);
        }

        FillOrder(zipf);
    }

    private InternTexts(InternTexts same, bool zipf)
    {
        Length = same.Length;
        Distinct = same.Distinct;
        _kept = same._kept;
        _chars = same._chars;
        FillOrder(zipf);
    }

    public int Length { get; }

    public int Distinct { get; }

    public ReadOnlySpan<char> this[int number] => _chars.AsSpan(number * Length, Length);

    /// <summary>The string to look up at a position in the order.</summary>
    public ReadOnlySpan<char> Question(int place) => this[QuestionNumber(place)];

    /// <summary>The number of the string at a position.</summary>
    public int QuestionNumber(int place) => _order[place & (Questions - 1)];

    /// <summary>The same strings, in another lookup order.</summary>
    public InternTexts Reordered(bool zipf) => new(this, zipf);

    /// <summary>
    /// Creates an interner that holds all strings. The order of addition differs from the lookup order, so that lookups do not
    /// read memory sequentially.
    /// </summary>
    public TInterner Fill<TInterner>(int seed)
        where TInterner : struct, IInterner<TInterner>
    {
        int[] numbers = [.. Enumerable.Range(0, Distinct)];
        new Random(seed).Shuffle(numbers);
        TInterner interner = TInterner.Create(Distinct);
        _kept.Add(Array.ConvertAll(numbers, number => interner.Intern(this[number])));
        return interner;
    }

    // Multiplying by an odd number gives a different product for each number. The strings differ at the beginning, in the middle
    // or at the end, like paths, queries and log lines.
    private static void Write(Span<char> text, int number)
    {
        uint mixed = (uint)number * 2654435769u & 0xfffff;
        int start = number % Places * (text.Length - OwnChars) / (Places - 1);
        for (int i = 0; i < text.Length; i++)
        {
            text[i] = i < start || i >= start + OwnChars
                ? Filling[i % Filling.Length]
                : Alphabet[(int)(mixed >> (5 * (start + OwnChars - 1 - i))) & 31];
        }
    }

    private void FillOrder(bool zipf)
    {
        var random = new Random(7);
        double[] sums = new double[Distinct];
        for (int i = 0; i < Distinct; i++)
        {
            sums[i] = (i == 0 ? 0 : sums[i - 1]) + (zipf ? 1.0 / (i + 1) : 1.0);
        }

        for (int i = 0; i < Questions; i++)
        {
            int place = Array.BinarySearch(sums, random.NextDouble() * sums[^1]);
            _order[i] = Math.Min(place < 0 ? ~place : place, Distinct - 1);
        }
    }
}
