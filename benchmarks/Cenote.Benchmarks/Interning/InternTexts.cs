namespace Cenote.Benchmarks.Interning;

/// <summary>
/// Distinct texts of one length, side by side as a parser would see them, and the order in which they are asked for.
/// </summary>
internal sealed class InternTexts
{
    /// <summary>How many questions there are before they begin anew.</summary>
    public const int Questions = 1 << 16;

    /// <summary>Chars of the texts that are measured; every length takes paths of its own.</summary>
    public static readonly int[] Lengths = [4, 13, 32, 128];

    // Has no char of the filling, so that texts whose own chars are at different places differ.
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
    private const string Filling = "https://server.example.org/path/of/a/resource?session=";
    private const int OwnChars = 4;
    private const int Places = 5;

    private readonly char[] _chars;
    private readonly int[] _order = new int[Questions];

    // For interners that let go of what nobody else holds.
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

    /// <summary>The text that is asked for at a place in the order.</summary>
    public ReadOnlySpan<char> Question(int place) => this[QuestionNumber(place)];

    /// <summary>Its number.</summary>
    public int QuestionNumber(int place) => _order[place & (Questions - 1)];

    /// <summary>The same texts, asked for in another order.</summary>
    public InternTexts Reordered(bool zipf) => new(this, zipf);

    /// <summary>
    /// Makes something that keeps all texts; in an order of its own, so that its strings do not lie as they are asked for.
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

    // The product with an odd number is another one for each number. Texts differ at the beginning, in the middle or at the end,
    // as paths, queries and log lines do.
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
