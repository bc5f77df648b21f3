using System.Globalization;
using static System.FormattableString;

namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>Generates strings that are typical of programs; the same calls return the same strings in every run.</summary>
internal sealed class RandomTexts
{
    private const int Vocabulary = 20_000;
    private const int Sites = 200;

    private static readonly string[] s_syllables =
        ("ba be bo ca ce con da de der di el en er fa ge ha in ka la li lo "
            + "ma me ne no or pa po ra re ri sa se sta ta te to un ver vi").Split(' ');

    private static readonly string[] s_extensions = ["cs", "md", "json", "txt", "png", "xml"];
    private static readonly string[] s_scripts = "zażółć gęślą jaźń 東京 漢字 日本語 中文 文字 😀 🚀 👍 \uFF21\uFF22".Split(' ');

    private readonly Random _random = new(6);
    private readonly string[] _words;
    private readonly string[] _sites;
    private readonly string _sharedText;

    public RandomTexts()
    {
        _words = [.. Enumerable.Range(0, Vocabulary).Select(_ => Concat(s_syllables, _random.Next(1, 6)))];
        _sites = [.. Enumerable.Range(0, Sites).Select(_ => $"https://www.{_random.GetItems(_words, 1)[0]}.example/")];
        _sharedText = Concat(_words, 200 / 2)[..200];
    }

    // Cubing the random number makes the first words frequent.
    public string Word() => _words[(int)(Math.Pow(_random.NextDouble(), 3) * Vocabulary)];

    public string Url()
    {
        string page = $"{_sites[_random.Next(Sites)]}{Word()}/{Word()}";
        return _random.Next(2) == 0 ? page : Invariant($"{page}?id={_random.Next(1_000_000)}&from={Word()}");
    }

    public string Path() => string.Create(
        CultureInfo.InvariantCulture,
        $"/home/{_words[_random.Next(8)]}/source/{_words[_random.Next(50)]}/{Word()}/"
        + $"{Word()}{_random.Next(100)}.{_random.GetItems(s_extensions, 1)[0]}");

    public string Number() => _random.NextInt64((long)Math.Pow(10, _random.Next(1, 13))).ToString(CultureInfo.InvariantCulture);

    public string Guid()
    {
        Span<byte> bytes = stackalloc byte[16];
        _random.NextBytes(bytes);
        return new Guid(bytes).ToString();
    }

    public string Time() =>
        new DateTime(2026, 1, 1).AddSeconds(_random.Next(365 * 86_400)).ToString("s", CultureInfo.InvariantCulture);

    public string Scripts() => Concat(s_scripts, _random.Next(1, 6));

    public string SharedHead() => Invariant($"{_sharedText[.._random.Next(_sharedText.Length + 1)]}{_random.Next(10_000)}");

    public string OneChar() => new('a', _random.Next(101));

    public string OneOfTwo() => _random.Next(2) == 0 ? "the order of the customer is open" : "the order of the customer is paid";

    public string OneOfFifty() => _words[_random.Next(50)];

    public string State() => _random.Next(2) == 0 ? "waiting: stock" : "waiting: payment";

    private string Concat(string[] parts, int count) => string.Concat(_random.GetItems(parts, count));
}
