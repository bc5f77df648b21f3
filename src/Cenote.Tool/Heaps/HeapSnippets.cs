using System.Text.RegularExpressions;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tool.Advising;

namespace Cenote.Tool.Heaps;

/// <summary>The code that an advice changes, by what it recommends.</summary>
internal static partial class HeapSnippets
{
    private const string Field = "product.Description";
    private const string Labels = "product.Labels";
    private const string LabelsType = "Dictionary<string, string>";
    private const string Plain = $"{Field} = new string(text);";

    // The variable names of the snippets, with the types of the collections.
    private static readonly (string Name, string Type)[] s_collections =
    [
        ("stock", "Dictionary<string, int>"),
        ("stock", "ConcurrentDictionary<string, int>"),
        ("seen", "HashSet<string>"),
        ("pages", "ConcurrentDictionary<string, byte[]>"),
    ];

    private static readonly Dictionary<string, Snippet> s_all = new(StringComparer.Ordinal)
    {
        [nameof(StringInterner)] = new(
            Plain,
            "// One for the whole program.\n"
            + "var interner = new StringInterner();\n"
            + $"{Field} = interner.Intern(text);"),
        [nameof(WeakStringInterner)] = new(
            Plain,
            "// One for the whole program; drops unused strings.\n"
            + "var interner = new WeakStringInterner();\n"
            + $"{Field} = interner.Intern(text);"),
        [nameof(StringTable)] = new(
            Plain,
            "// One for the whole program.\n"
            + "using var table = new StringTable();\n"
            + $"{Field}Id = table.GetOrAdd(text);\n"
            + $"// table.AsSpan({Field}Id) reads it."),
        [HeapRules.PooledDictionary] = new(
            "Dictionary<string, int> stock = [];\n"
            + "stock[new string(text)] = 1;\n"
            + "stock.TryGetValue(new string(text), out int count);",
            "using var stock = new PooledStringDictionary<int>();\n"
            + "stock[text] = 1;\n"
            + "stock.TryGetValue(text, out int count);"),
        [HeapRules.ConcurrentPooledDictionary] = new(
            "ConcurrentDictionary<string, int> stock = new();\n"
            + "stock[new string(text)] = 1;\n"
            + "stock.TryGetValue(new string(text), out int count);",
            "using var stock =\n    new ConcurrentPooledStringDictionary<int>();\n"
            + "stock[text] = 1;\n"
            + "stock.TryGetValue(text, out int count);"),
        [nameof(PooledStringSet)] = new(
            "HashSet<string> seen = [];\nseen.Add(new string(text));",
            "using var seen = new PooledStringSet();\nseen.Add(text);"),
        [nameof(ByteCache)] = new(
            "ConcurrentDictionary<string, byte[]> pages = new();\n"
            + "pages[new string(text)] = utf8.ToArray();\n"
            + "pages.TryGetValue(new string(text), out var page);",
            "using var pages = new ByteCache(\n    new ByteCacheOptions { MaximumBytes = 64 << 20 });\n"
            + "pages.Set(text, utf8);\n"
            + "// Copies to the span \"value\".\n"
            + "pages.TryGet(text, value, out int length);"),
        [HeapRules.SharedCollection] = new(
            $"{Labels} = LoadLabels(\"en\");",
            "// One for the whole program.\n"
            + $"ConcurrentDictionary<string, {LabelsType}>\n    loaded = new();\n"
            + $"{Labels} = loaded.GetOrAdd(\"en\", LoadLabels);"),
        [HeapRules.DistributedCache] = new(
            "services.AddDistributedMemoryCache();",
            "// dotnet add package Cenote.Extensions\n"
            + "services.AddCenoteDistributedCache(\n    options => options.MaximumBytes = 64 << 20);"),
    };

    /// <summary>The code for everything that is recommended.</summary>
    public static IReadOnlyDictionary<string, Snippet> All => s_all;

    /// <summary>The code for a recommendation, with the names of the place if possible; null if there is none.</summary>
    /// <param name="recommended">What is recommended.</param>
    /// <param name="place">The name of the place.</param>
    public static Snippet? Of(string recommended, string place)
    {
        if (s_all.GetValueOrDefault(recommended) is not { } snippet || PlaceName.Match(place) is not { Success: true } match)
        {
            return s_all.GetValueOrDefault(recommended);
        }

        string field = match.Groups["field"].Value;
        string target = field.StartsWith('_') ? field : $"item.{field}";
        string collection = match.Groups["collection"].Value;
        if (recommended == HeapRules.SharedCollection)
        {
            // Lists are known by their arrays.
            string type = collection == "string[]" ? "IReadOnlyList<string>" : collection;
            return Rename(snippet, (Labels, target), (LabelsType, TypeName.IsMatch(type) ? type : LabelsType));
        }

        return collection.Length == 0
            ? Rename(snippet, (Field, target))
            : Rename(
                snippet,
                [
                    ($"{Field}Id = ", "int id = "),
                    ($"{Field}Id", "id"),
                    (Field, "string item"),
                    .. s_collections.Where(known => known.Type == collection).Select(known => (known.Name, field)),
                ]);
    }

    [GeneratedRegex(@"^[\w<>\[\], ]+(?:>|\[\])$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex TypeName { get; }

    private static Snippet Rename(Snippet snippet, params (string From, string To)[] names) => new(
        names.Aggregate(snippet.Before, static (code, name) => code.Replace(name.From, name.To, StringComparison.Ordinal)),
        names.Aggregate(snippet.After, static (code, name) => code.Replace(name.From, name.To, StringComparison.Ordinal)));

    // "Product.Description" or "Catalog._stock → Dictionary<string, int>", with an optional suffix.
    [GeneratedRegex(
        @"^(?:\w+\.)+(?<field>\w+)(?: → (?<collection>.+?)(?: (?:keys|values|items))?)?$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex PlaceName { get; }
}
