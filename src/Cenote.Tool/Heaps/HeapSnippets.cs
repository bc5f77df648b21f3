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
            "var descriptions = new StringInterner();   // one for the whole program\n"
            + "product.Description = descriptions.Intern(text);"),
        [nameof(WeakStringInterner)] = new(
            Field,
            "var descriptions = new WeakStringInterner();   // drops unused strings\n"
            + "product.Description = descriptions.Intern(text);"),
        [nameof(StringTable)] = new(
            Field,
            "using var descriptions = new StringTable();   // one for the whole program\n"
            + "product.DescriptionId = descriptions.GetOrAdd(text);\n"
            + "ReadOnlySpan<char> description = descriptions.AsSpan(product.DescriptionId);"),
        [HeapRules.PooledDictionary] = new(
            "Dictionary<string, int> stock = [];\n"
            + "stock[new string(text)] = 1;\n"
            + "bool isKnown = stock.TryGetValue(new string(text), out int count);",
            "using var stock = new PooledStringDictionary<int>();\n"
            + "stock[text] = 1;\n"
            + "bool isKnown = stock.TryGetValue(text, out int count);"),
        [HeapRules.ConcurrentPooledDictionary] = new(
            "ConcurrentDictionary<string, int> stock = new();\n"
            + "stock[new string(text)] = 1;\n"
            + "bool isKnown = stock.TryGetValue(new string(text), out int count);",
            "using var stock = new ConcurrentPooledStringDictionary<int>();\n"
            + "stock[text] = 1;\n"
            + "bool isKnown = stock.TryGetValue(text, out int count);"),
        [nameof(PooledStringSet)] = new(
            "HashSet<string> seen = [];\nbool isNew = seen.Add(new string(text));",
            "using var seen = new PooledStringSet();\nbool isNew = seen.Add(text);"),
        [nameof(ByteCache)] = new(
            "ConcurrentDictionary<string, byte[]> pages = new();\n"
            + "pages[new string(text)] = utf8.ToArray();\n"
            + "bool isCached = pages.TryGetValue(new string(text), out byte[]? page);",
            "using var pages = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });\n"
            + "pages.Set(text, utf8);\n"
            + "bool isCached = pages.TryGet(text, value, out int length);   // copied to your span"),
        [HeapRules.DistributedCache] = new(
            "services.AddDistributedMemoryCache();",
            "services.AddCenoteDistributedCache(   // package Cenote.Extensions\n"
            + "    options => options.MaximumBytes = 64 << 20);"),
    };

    /// <summary>The code for everything that is recommended.</summary>
    public static IReadOnlyDictionary<string, Snippet> All => s_all;

    /// <summary>The code for a recommendation; null for one that needs none.</summary>
    public static Snippet? Of(string? recommended) => recommended is null ? null : s_all.GetValueOrDefault(recommended);
}
