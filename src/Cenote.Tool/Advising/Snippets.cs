using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>The lines of code that a recommendation changes.</summary>
internal static class Snippets
{
    // Only the sort is timed: the strings are in the arena for another reason.
    private const string FilledArena = "// Not timed: an arena that already holds the strings.\n"
        + "using var arena = new StringArena();\n"
        + "ArenaString[] sorted = Array.ConvertAll(strings, text => arena.Add(text));\n\n// Timed:\n";

    private static readonly Dictionary<string, Snippet> s_all = new(StringComparer.Ordinal)
    {
        [StringsSection.RefArray] = new(
            "strings[i] = new string(text);",
            "var pool = new SegmentedStringPool();\nhandles[i] = pool.Allocate(text);   // handles[i].AsSpan(), handles[i].Free()"),
        [StringsSection.IdArray] = new(
            "strings[i] = new string(text);",
            "var pool = new SegmentedStringPool();\nids[i] = pool.Allocate(text).Id;   // pool.AsSpan(ids[i]), pool.Free(ids[i])"),
        [StringsSection.ContiguousArray] = new(
            "strings[i] = new string(text);",
            "var pool = new UnmanagedStringPool(1 << 16);\nPooledString handle = pool.Allocate(text);"),
        [StringsSection.ArenaList] = new(
            "list.Add(new string(text));",
            "using var arenaList = new StringArenaList();\narenaList.Add(text);   // arenaList.AsSpan(i)"),
        [StringsSection.Utf8Array] = new(
            "strings[i] = Encoding.UTF8.GetString(utf8);",
            "var utf8Pool = new Utf8StringPool();\nPooledUtf8String handle = utf8Pool.Allocate(utf8);   // handle.AsSpan()"),
        [StringsSection.Utf8IdArray] = new(
            "strings[i] = Encoding.UTF8.GetString(utf8);",
            "var utf8Pool = new Utf8StringPool();\nids[i] = utf8Pool.Allocate(utf8).Id;   // utf8Pool.AsSpan(ids[i])"),
        [StringsSection.Ref] = new(
            "window[oldest] = new string(text);",
            "pooled[oldest].Free();\npooled[oldest] = segmentedPool.Allocate(text);"),
        [StringsSection.Id] = new(
            "window[oldest] = new string(text);",
            "segmentedPool.Free(ids[oldest]);\nids[oldest] = segmentedPool.Allocate(text).Id;"),
        [StringsSection.Contiguous] = new(
            "window[oldest] = new string(text);",
            "contiguous[oldest].Free();\ncontiguous[oldest] = contiguousPool.Allocate(text);"),
        [CollectionsSection.Compact] = new(
            "Dictionary<string, int> numbers = [];\nnumbers[new string(text)] = 1;",
            "using var numbers = new PooledStringDictionary<int>();\nnumbers.TryAdd(text, 1);"),
        [CollectionsSection.Utf16] = new(
            "Dictionary<string, int> numbers = [];\nnumbers[new string(text)] = 1;",
            "using var numbers = new PooledStringDictionary<int>(\n"
            + "    new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 });\nnumbers.TryAdd(text, 1);"),
        [InterningSection.Exact] = new(
            "strings[i] = new string(text);",
            "var interner = new StringInterner();\nstrings[i] = interner.Intern(text);"),
        [InterningSection.Set] = new(
            "strings[i] = new string(text);",
            "HashSet<string> set = [];\nvar spans = set.GetAlternateLookup<ReadOnlySpan<char>>();\n"
            + "if (!spans.TryGetValue(text, out string? shared))\n{\n    set.Add(shared = new string(text));\n}\nstrings[i] = shared;"),
        [InterningSection.Concurrent] = new(
            "strings[i] = new string(text);",
            "ConcurrentDictionary<string, string> shared = new();\n"
            + "if (!shared.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(text, out string? found))\n{\n"
            + "    string made = new(text);\n    found = shared.GetOrAdd(made, made);\n}\nstrings[i] = found;"),
        [InterningSection.Table] = new(
            "strings[i] = new string(text);",
            "using var table = new StringTable();\nnumber = table.GetOrAdd(text);   // table.AsSpan(number)"),
        [SortSection.ArenaSort] = new(
            "Array.Sort(strings, StringComparer.Ordinal);",
            FilledArena + "arena.Sort(sorted);   // arena.AsSpan(sorted[0])"),
        [SortSection.SpanSort] = new(
            "Array.Sort(strings, StringComparer.Ordinal);",
            FilledArena + "sorted.AsSpan().Sort(new ArenaStringComparer(arena));"),
        [ObjectsSection.SharedBuffers] = new(
            "char[] buffer = new char[256];",
            "char[] buffer = ArrayPool<char>.Shared.Rent(256);\nArrayPool<char>.Shared.Return(buffer);"),
        [ObjectsSection.PooledBuffers] = new(
            "char[] buffer = new char[256];",
            "using var buffers = new ObjectPool<char[]>(() => new char[256]);   // Cenote.Objects\n"
            + "char[] buffer = buffers.Allocate();\nbuffers.Free(buffer);"),
        [ObjectsSection.PooledBuilders] = new(
            "var builder = new StringBuilder();",
            "using var builders = new ObjectPool<StringBuilder>(   // Cenote.Objects\n"
            + "    () => new(), cleanup: builder => builder.Clear(), size: 16);\n"
            + "StringBuilder builder = builders.Allocate();\nbuilders.Free(builder);"),
        [BuffersSection.SharedArray] = new(
            "char[] copy = new char[text.Length];",
            "char[] copy = ArrayPool<char>.Shared.Rent(text.Length);\nArrayPool<char>.Shared.Return(copy);"),
        [BuffersSection.ScratchRent] = new(
            "char[] copy = new char[text.Length];",
            "using ScratchBuffer<char> copy = Scratch.Rent<char>(text.Length);"),
        [BuffersSection.StackFirst] = new(
            "char[] copy = new char[text.Length];",
            "using var copy = new ScratchBuffer<char>(stackalloc char[256], text.Length);"),
        [BuffersSection.StackList] = new(
            "string built = new StringBuilder().Append(text).ToString();",
            "using var built = new ScratchList<char>(stackalloc char[256]);\nbuilt.Append(text);   // built.AsSpan()"),
        [CachesSection.OffHeap] = new(
            "using var cache = new MemoryCache(new MemoryCacheOptions { SizeLimit = 64 << 20 });\n"
            + "cache.Set(new string(text), utf8.ToArray(), new MemoryCacheEntryOptions { Size = utf8.Length });\n"
            + "bool found = cache.TryGetValue(text, out byte[]? value);",
            "using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });   // Cenote.Caching\n"
            + "cache.Set(text, utf8);\n"
            + "bool found = cache.TryGet(text, value, out int length);   // a copy, in your span"),
    };

    /// <summary>All snippets, by contender.</summary>
    public static IReadOnlyDictionary<string, Snippet> All => s_all;

    /// <summary>The code for a contender; null if it has none.</summary>
    public static Snippet? Of(string contender) => s_all.GetValueOrDefault(contender switch
    {
        StringsSection.SetArray => InterningSection.Set,
        StringsSection.InternedArray => InterningSection.Exact,
        StringsSection.TableArray => InterningSection.Table,
        _ => contender,
    });
}
