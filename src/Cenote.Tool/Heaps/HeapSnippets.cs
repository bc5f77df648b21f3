using System.Text.RegularExpressions;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tool.Advising;

namespace Cenote.Tool.Heaps;

/// <summary>The code before and after each recommendation.</summary>
internal static partial class HeapSnippets
{
    // A cache needs space for more than its values.
    private const double Margin = 1.25;
    private const string Field = "product.Description";
    private const string LabelsType = "Dictionary<string, string>";
    private const string Plain = $"{Field} = new string(text);";

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
            + "stock[new string(text)] = entry;\n"
            + "stock.TryGetValue(new string(text), out var found);",
            "using var stock = new PooledStringDictionary<int>();\n"
            + "stock[text] = entry;\n"
            + "stock.TryGetValue(text, out var found);"),
        [HeapRules.ConcurrentPooledDictionary] = new(
            "ConcurrentDictionary<string, int> stock = new();\n"
            + "stock[new string(text)] = entry;\n"
            + "stock.TryGetValue(new string(text), out var found);",
            "using var stock =\n    new ConcurrentPooledStringDictionary<int>();\n"
            + "stock[text] = entry;\n"
            + "stock.TryGetValue(text, out var found);"),
        [nameof(PooledStringSet)] = new(
            "HashSet<string> stock = [];\nstock.Add(new string(text));",
            "using var stock = new PooledStringSet();\nstock.Add(text);"),
        [nameof(ByteCache)] = new(
            "ConcurrentDictionary<string, byte[]> stock = new();\n"
            + "stock[new string(text)] = utf8.ToArray();\n"
            + "stock.TryGetValue(new string(text), out var page);",
            "// Evicts entries beyond the limit.\n"
            + "using var stock = new ByteCache(\n    new ByteCacheOptions { MaximumBytes = 64L << 20 });\n"
            + "stock.Set(text, utf8);   // false if it is too large\n"
            + "// Copies to the span \"value\".\n"
            + "stock.TryGet(text, value, out int length);"),
        [HeapRules.SharedCollection] = new(
            $"{LabelsType} labels = LoadLabels(\"en\");",
            "// One for the whole program.\n"
            + $"ConcurrentDictionary<string, {LabelsType}>\n    loaded = new();\n"
            + $"{LabelsType} labels =\n    loaded.GetOrAdd(\"en\", LoadLabels);"),
        [HeapRules.DistributedCache] = new(
            "services.AddDistributedMemoryCache();",
            "// dotnet add package Cenote.Extensions\n"
            + "services.AddCenoteDistributedCache(\n    options => options.MaximumBytes = 64L << 20);"),
    };

    /// <summary>The code for all recommendations.</summary>
    public static IReadOnlyDictionary<string, Snippet> All => s_all;

    /// <summary>The code for a recommendation, with the names and types of its place if possible; null if there is none.</summary>
    /// <param name="recommended">The recommended type, or the alternative.</param>
    /// <param name="item">The recommendation.</param>
    public static Snippet? Of(string recommended, HeapAdvice item)
    {
        if (s_all.GetValueOrDefault(recommended) is not { } snippet)
        {
            return null;
        }

        // A limit in MiB that is large enough for all entries.
        double needed = Math.Max(64, Margin * item.MovedBytes / (1 << 20));
        snippet = Rename(snippet, ("64L << 20", $"{BitOperations.RoundUpToPowerOf2((ulong)needed)}L << 20"));
        if (PlaceName.Match(item.Place) is not { Success: true } match)
        {
            return snippet;
        }

        string field = match.Groups["field"].Value;
        string collection = match.Groups["collection"].Value;
        if (recommended == HeapRules.SharedCollection)
        {
            string type = item.HasLists && collection.EndsWith("[]", StringComparison.Ordinal) ? $"List<{collection[..^2]}>" : collection;
            return TypeName.IsMatch(type) ? Rename(snippet, (LabelsType, type)) : snippet;
        }

        if (collection.Length == 0)
        {
            return Rename(snippet, (Field, field.StartsWith('_') ? field : $"item.{field}"));
        }

        snippet = Rename(snippet, ($"{Field}Id = ", "int id = "), ($"{Field}Id", "id"), (Field, "string item"));
        return Collection.Match(collection) is { Success: true } known
            ? Rename(
                snippet,
                ("stock", field),
                ("string, int>", $"string, {known.Groups["value"].Value}>"),
                ("StringDictionary<int>", $"StringDictionary<{known.Groups["value"].Value}>"),
                ("ConcurrentDictionary<string, byte[]>", collection))
            : snippet;
    }

    private static Snippet Rename(Snippet snippet, params (string From, string To)[] names) => new(
        names.Aggregate(snippet.Before, static (code, name) => code.Replace(name.From, name.To, StringComparison.Ordinal)),
        names.Aggregate(snippet.After, static (code, name) => code.Replace(name.From, name.To, StringComparison.Ordinal)));

    // "Product.Description" or "Catalog._stock → Dictionary<string, int>", with an optional suffix.
    [GeneratedRegex(
        @"^(?:\w+\.)+(?<field>\w+)(?: → (?<collection>.+?)(?: (?:keys|values|items))?)?$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex PlaceName { get; }

    // A collection that a recommendation replaces.
    [GeneratedRegex(
        @"^(?:(?:Concurrent)?Dictionary<string, (?<value>[\w<>\[\], ]+)>|HashSet<string>)$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Collection { get; }

    [GeneratedRegex(@"^[\w<>\[\], ]+(?:>|\[\])$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex TypeName { get; }
}
