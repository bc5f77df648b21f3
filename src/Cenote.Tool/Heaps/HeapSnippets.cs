using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tool.Advising;

namespace Cenote.Tool.Heaps;

/// <summary>The code that an advice changes, by what it recommends.</summary>
internal static class HeapSnippets
{
    private const string Field = "product.Description = new string(text);";

    private static readonly Dictionary<string, Snippet> s_all = new(StringComparer.Ordinal)
    {
        [nameof(StringInterner)] = new(
            Field,
            "// One for the whole program.\n"
            + "var descriptions = new StringInterner();\n"
            + "product.Description = descriptions.Intern(text);"),
        [nameof(WeakStringInterner)] = new(
            Field,
            "// One for the whole program; drops unused strings.\n"
            + "var descriptions = new WeakStringInterner();\n"
            + "product.Description = descriptions.Intern(text);"),
        [nameof(StringTable)] = new(
            Field,
            "// One for the whole program.\n"
            + "using var descriptions = new StringTable();\n"
            + "product.DescriptionId = descriptions.GetOrAdd(text);\n"
            + "// descriptions.AsSpan(product.DescriptionId) reads it."),
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
            "product.Labels = LoadLabels(\"en\");",
            "// One for the whole program.\n"
            + "ConcurrentDictionary<string, Dictionary<string, string>>\n    loaded = new();\n"
            + "product.Labels = loaded.GetOrAdd(\"en\", LoadLabels);"),
        [HeapRules.DistributedCache] = new(
            "services.AddDistributedMemoryCache();",
            "// dotnet add package Cenote.Extensions\n"
            + "services.AddCenoteDistributedCache(\n    options => options.MaximumBytes = 64 << 20);"),
    };

    /// <summary>The code for everything that is recommended.</summary>
    public static IReadOnlyDictionary<string, Snippet> All => s_all;

    /// <summary>The code for a recommendation; null for one that needs none.</summary>
    public static Snippet? Of(string recommended) => s_all.GetValueOrDefault(recommended);
}
