namespace Cenote.Tests.Support;

/// <summary>Various kinds of strings to sort, by name.</summary>
public static class SortCorpora
{
    private static readonly Dictionary<string, Func<Random, int, string>> s_texts = new(StringComparer.Ordinal)
    {
        ["long, shared heads"] = static (random, i) => $"{Sentence(i % 8)} (#{random.Next(5_000)})",
        ["tiny"] = static (random, _) => $"#{random.Next(20_000)}",
        ["words"] = static (random, _) => Word(random, random.Next(1, 12), 'z'),
        ["urls"] = static (random, _) =>
            $"https://www.example.org/{Word(random, 3, 'c')}/{random.Next(1_000)}?page={random.Next(30)}",
        ["paths"] = static (random, _) => $"/home/{Word(random, 2, 'c')}/src/{Word(random, 2, 'b')}/File{random.Next(3_000)}.cs",
        ["numbers"] = static (random, _) => $"{random.NextInt64(1L << random.Next(1, 62))}",
        ["guids"] = static (random, _) => NewGuid(random).ToString(),
        ["sorted"] = static (_, i) => $"text number {i:D7}",
        ["reversed"] = static (_, i) => $"text number {9_999_999 - i:D7}",
        ["all equal, short"] = static (_, _) => "equal",
        ["all equal, long"] = static (_, _) => "all of them are equal, and that is that",
        ["two values"] = static (random, _) => random.Next(2) == 0 ? "one of two long values" : "one of two longer values",
        ["random lengths, shared heads"] = static (random, _) =>
            new string('h', random.Next(60)) + Word(random, random.Next(60), 'z'),
        ["any 16 bits, short"] = static (random, _) => Texts.Random(random, random.Next(8)),
        ["any 16 bits"] = static (random, _) => Texts.Random(random, random.Next(30)),
        ["lengths around the inline limit"] = static (random, _) => Word(random, random.Next(5, 10), 'b'),
        ["one char repeated"] = static (random, _) => new string('r', random.Next(400)),
        ["NULs of all lengths"] = static (random, _) => new string('\0', random.Next(100)),
        ["NULs at the end"] = static (random, _) => "text" + new string('\0', random.Next(20)) + (random.Next(3) == 0 ? "x" : ""),
        ["short with NULs"] = static (random, _) => Word(random, random.Next(3), 'b') + new string('\0', random.Next(6)),
        ["surrogates and private use"] = static (random, _) =>
            $"{(char)random.Next(0xD7F0, 0xE010)}{(char)random.Next(0xD7F0, 0xE010)}{Word(random, 8, 'b')}",
        ["long shared prefix"] = static (random, _) => new string('p', 3_000) + random.Next(500),
        ["outliers in shared prefixes"] = static (random, i) =>
            new string('p', i % 100 == 0 ? random.Next(300) : 300) + random.Next(10_000),
        ["longer than a short length"] = static (random, _) => new string('l', random.Next(1_015, 1_030)) + Word(random, 2, 'c'),
        ["differ in the fifth char"] = static (random, _) =>
            $"same{(char)random.Next(0x10000)}{(random.Next(2) == 0 ? "tail" : "")}",
        ["each a char longer than another"] = static (_, i) => new string('s', i * 7919 % 1_009),
        ["above and below a guide"] = static (random, _) =>
            $"{new string('m', random.Next(200))}{(char)random.Next('a', 'z')}{random.Next(50)}",
        ["few of many shared heads"] = static (random, i) =>
            $"{new string((char)('a' + (i % 3)), random.Next(100))}{random.Next(100)}",
        ["guides that nobody follows"] = static (random, i) =>
            i % 8 == 0 ? $"shared {Word(random, 90, 'z')}" : $"shared text {new string('x', random.Next(300))}",
        ["inline beside long ones that begin alike"] = static (random, _) => new string('i', random.Next(5, 12)) + random.Next(3),
        ["reversed, each some times"] = static (_, i) => $"text number {(9_999_999 - i) / 3:D7}",
        ["differ in bits of every char"] = static (random, _) => string.Create(12, random, static (chars, random) =>
        {
            foreach (ref char c in chars)
            {
                c = (char)(1 << random.Next(16));
            }
        }),
    };

    public static TheoryData<string> Names => [.. All];

    public static IReadOnlyCollection<string> All => s_texts.Keys;

    public static string[] Make(string name, Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(i => s_texts[name](random, i))];

    private static string Sentence(int number) => number switch
    {
        0 => "Lorem ipsum dolor sit amet, consectetur adipisicing elit",
        1 => "sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
        2 => "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris",
        3 => "nisi ut aliquip ex ea commodo consequat.",
        4 => "Duis aute irure dolor in reprehenderit in voluptate velit esse",
        5 => "cillum dolore eu fugiat nulla pariatur.",
        6 => "Excepteur sint occaecat cupidatat non proident,",
        _ => "sunt in culpa qui officia deserunt mollit anim id est laborum.",
    };

    private static string Word(Random random, int length, char last) =>
        string.Create(length, (random, last), static (chars, state) =>
        {
            foreach (ref char c in chars)
            {
                c = (char)state.random.Next('a', state.last + 1);
            }
        });

    private static Guid NewGuid(Random random)
    {
        byte[] bytes = new byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }
}
