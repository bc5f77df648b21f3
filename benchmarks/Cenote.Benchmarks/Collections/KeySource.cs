using System.Globalization;
using System.Runtime.InteropServices;

namespace Cenote.Benchmarks.Collections;

/// <summary>Creates distinct keys, the same ones each time.</summary>
internal static class KeySource
{
    private const int LongestLine = 4_000;

    private static readonly string[] s_hosts =
    [
        "www.example.com", "shop.example.org", "static.example.net", "api.eu-west.example.com",
    ];
    private static readonly string[] s_sections = ["products/kitchen", "articles/science", "users/profile", "media/images/large"];
    private static readonly string[] s_words =
        ["river", "lantern", "copper", "meadow", "signal", "harbour", "winter", "granite", "orchid", "falcon", "velvet", "ember"];

    private static readonly Lazy<string[]> s_lines = new(ReadLines);

    /// <summary>Whether the source has this many keys, and the same number of missing keys.</summary>
    public static bool Has(KeyKind kind, int count) => kind != KeyKind.Lines || s_lines.Value.Length >= 2 * count;

    /// <summary>Returns a range of keys.</summary>
    /// <param name="kind">The kind of the keys.</param>
    /// <param name="first">The number of the first key.</param>
    /// <param name="count">The number of keys.</param>
    public static Keys Take(KeyKind kind, int first, int count) => new(first, count, kind switch
    {
        KeyKind.Ids => WriteId,
        KeyKind.Urls => WriteUrl,
        _ => WriteLine,
    });

    // Multiplying by an odd number gives a different product for each number.
    private static int WriteId(int number, Span<char> destination)
    {
        const string Prefix = "order:";
        Prefix.CopyTo(destination);
        ((ulong)number * 0x9E3779B97F4A7C15).TryFormat(
            destination[Prefix.Length..], out int length, "x16", CultureInfo.InvariantCulture);
        return Prefix.Length + length;
    }

    private static int WriteUrl(int number, Span<char> destination)
    {
        uint mixed = (uint)number * 2654435769u;
        destination.TryWrite(
            CultureInfo.InvariantCulture,
            $"https://{s_hosts[mixed >> 30]}/{s_sections[(mixed >> 28) & 3]}/"
                + $"{Word(mixed >> 20)}-{Word(mixed >> 12)}-{number}?ref={mixed & 0xff:x2}",
            out int length);
        return length;

        static string Word(uint bits) => s_words[(bits & 0xff) % (uint)s_words.Length];
    }

    private static int WriteLine(int number, Span<char> destination)
    {
        string line = s_lines.Value[number];
        line.CopyTo(destination);
        return line.Length;
    }

    private static string[] ReadLines()
    {
        string root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        string packs = Path.Combine(root, "packs");
        if (!Directory.Exists(packs))
        {
            return [];
        }

        string[] lines =
        [
            .. Directory.EnumerateFiles(packs, "*.xml", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
                .SelectMany(File.ReadLines)
                .Select(static line => line.Trim())
                .Where(static line => line.Length is > 0 and <= LongestLine)
                .Distinct(StringComparer.Ordinal),
        ];
        new Random(31).Shuffle(lines);
        return lines;
    }
}
