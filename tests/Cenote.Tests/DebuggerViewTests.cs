using System.Diagnostics;
using System.Reflection;
using Cenote.Arenas;
using Cenote.Buffers;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.IO;
using Cenote.Memory.Pages;
using Cenote.Objects;
using Cenote.Strings;
using Cenote.Tests.Support;
using Cenote.Text.Json;

namespace Cenote.Tests;

/// <summary>The debugger views of collections, pools and interners.</summary>
public sealed class DebuggerViewTests
{
    private const string Long = "a text that is too long for a value by itself";

    // Each instance contains one string or item.
    private static readonly Dictionary<string, Func<IDisposable>> s_owners = new(StringComparer.Ordinal)
    {
        ["dictionary of numbers"] = static () => Dictionary(1),
        ["dictionary of references"] = static () => Dictionary("one"),
        ["concurrent dictionary of numbers"] = static () => ConcurrentDictionary(1),
        ["concurrent dictionary of references"] = static () => ConcurrentDictionary("one"),
        ["set"] = static () => new PooledStringSet([Long]),
        ["arena"] = static () => Filled(new StringArena(), static arena => arena.Add(Long)),
        ["UTF-8 store"] = static () => Filled(new Utf8StringStore(), static arena => arena.Add(Long)),
        ["arena list"] = static () => Filled(new StringArenaList(), static list => list.Add(Long)),
        ["table"] = static () => Filled(new StringTable(), static table => table.GetOrAdd(Long)),
        ["segmented pool"] = static () => Filled(new SegmentedStringPool(), static pool => pool.Allocate(Long)),
        ["concurrent pool"] = static () => Filled(new ConcurrentStringPool(), static pool => pool.Allocate(Long)),
        ["contiguous pool"] = static () => Filled(new UnmanagedStringPool(100), static pool => pool.Allocate(Long)),
        ["UTF-8 pool"] = static () => Filled(new Utf8StringPool(), static pool => pool.Allocate("text"u8)),
        ["concurrent UTF-8 pool"] = static () => Filled(new ConcurrentUtf8StringPool(), static pool => pool.Allocate("text"u8)),
        ["synchronized segmented pool"] = static () => Synchronized(new SegmentedStringPool()),
        ["synchronized contiguous pool"] = static () =>
            Filled(new SynchronizedStringPool(new UnmanagedStringPool(100)), static pool => pool.Allocate(Long)),
        ["cache of bytes"] = static () => Filled(new ByteCache(), static cache => cache.Set(Long, [1])),
        ["cache of values"] = static () => Filled(new ValueCache<int>(), static cache => cache.Set(Long, 1)),
        ["object pool"] = static () => Filled(new ObjectPool<object>(static () => new(), 8), static pool => pool.Prefill(1)),
        ["object pool with a policy"] = static () =>
            Filled(new ObjectPool<PooledItem, PooledItemPolicy>(default, 8), static pool => pool.Prefill(1)),
    };

    public static TheoryData<string> Owners => [.. s_owners.Keys];

    public static TheoryData<string> StringPools => [.. s_owners.Keys.Where(IsStringPool)];

    [Fact]
    public void Dictionaries_show_their_entries()
    {
        using PooledStringDictionary<int> numbers = Dictionary(1);
        using PooledStringDictionary<string> references = Dictionary("one");
        using ConcurrentPooledStringDictionary<int> concurrentNumbers = ConcurrentDictionary(1);
        using ConcurrentPooledStringDictionary<string> concurrentReferences = ConcurrentDictionary("one");
        numbers.Add("ключ", 2);

        Assert.Equal("Count = 2", DebuggerEyes.DisplayOf(numbers));
        Assert.Equal([new(Long, 1), new("ключ", 2)], Items<KeyValuePair<string, int>>(numbers));
        Assert.Equal([new(Long, "one")], Items<KeyValuePair<string, string>>(references));
        Assert.Equal("Count = 1", DebuggerEyes.DisplayOf(concurrentNumbers));
        Assert.Equal([new(Long, 1)], Items<KeyValuePair<string, int>>(concurrentNumbers));
        Assert.Equal([new(Long, "one")], Items<KeyValuePair<string, string>>(concurrentReferences));
    }

    [Fact]
    public void Snapshots_show_their_entries()
    {
        using PooledStringDictionary<int> numbers = Dictionary(1);
        using var set = new PooledStringSet([Long]);
        using var table = new StringTable();
        table.GetOrAdd(Long);

        using var frozenNumbers = FrozenPooledStringDictionary<int>.OpenCopy(Saved(numbers.Save));
        using var frozenSet = FrozenPooledStringSet.OpenCopy(Saved(set.Save));
        using var frozenTable = FrozenStringTable.OpenCopy(Saved(table.Save));

        Assert.Equal([new(Long, 1)], Items<KeyValuePair<string, int>>(frozenNumbers));
        Assert.Equal([Long], Items<string>(frozenSet));
        Assert.Equal([Long], Items<string>(frozenTable));

        static MemoryStream Saved(Action<Stream> save)
        {
            var stream = new MemoryStream();
            save(stream);
            stream.Position = 0;
            return stream;
        }
    }

    [Fact]
    public void A_view_of_a_dictionary_shows_it_as_it_is_when_it_is_asked()
    {
        using PooledStringDictionary<int> dictionary = Dictionary(1);
        object view = DebuggerEyes.ViewOf(dictionary);
        Assert.Single(DebuggerEyes.ItemsOf(view));

        dictionary.Add("two", 2);
        Assert.Equal(2, DebuggerEyes.ItemsOf(view).Length);
        dictionary.Clear();
        Assert.Empty(DebuggerEyes.ItemsOf(view));
        dictionary.Dispose();
        Assert.Empty(DebuggerEyes.ItemsOf(view));
    }

    [Fact]
    public void Looking_leaves_an_enumeration_as_it_is()
    {
        using var set = new PooledStringSet(["one", "two"]);
        var seen = new List<string>();
        foreach (ReadOnlySpan<char> item in set)
        {
            Assert.Equal(["one", "two"], Items<string>(set));
            seen.Add(item.ToString());
        }

        Assert.Equal(["one", "two"], seen);
    }

    [Fact]
    public void A_set_shows_its_strings()
    {
        using var set = new PooledStringSet(["", Long]);

        Assert.Equal("Count = 2", DebuggerEyes.DisplayOf(set));
        Assert.Equal(["", Long], Items<string>(set));
    }

    [Fact]
    public void A_list_shows_its_texts_and_which_of_them_are_stale()
    {
        using var list = new StringArenaList();
        list.Add("short");
        list.Add(Long);

        Assert.Equal("Count = 2", DebuggerEyes.DisplayOf(list));
        Assert.Equal(["short", Long], Items<string>(list));
        list.Arena.Reset();
        Assert.Equal(["short", "(stale arena string)"], Items<string>(list));
    }

    [Fact]
    public void An_arena_shows_what_it_holds()
    {
        using var arena = new StringArena();
        arena.Add(Long);

        Assert.Equal($"BytesUsed = 96, BytesReserved = {arena.BytesReserved}", DebuggerEyes.DisplayOf(arena));
        Assert.Equal(
            new Dictionary<string, object?>
            {
                ["BytesUsed"] = 96L,
                ["BytesReserved"] = arena.BytesReserved,
                ["ChunkCount"] = 1,
            },
            DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(arena)));
    }

    [Fact]
    public void A_table_shows_each_text_at_its_id()
    {
        using var table = new StringTable();
        int first = table.GetOrAdd("zero");
        int second = table.GetOrAdd("");

        Assert.Equal("Count = 2", DebuggerEyes.DisplayOf(table));
        string[] texts = Items<string>(table);
        Assert.Equal(2, texts.Length);
        Assert.Equal("zero", texts[first]);
        Assert.Equal("", texts[second]);
    }

    [Fact]
    public void Interners_show_how_many_strings_they_have_and_take()
    {
        var plain = new StringInterner(new StringInternerOptions { Capacity = 1_000 });
        var weak = new WeakStringInterner();
        var bounded = new BoundedStringInterner(100);
        plain.Intern(Long);
        weak.Intern(Long);
        bounded.Intern(Long);

        Assert.Equal("Count = 1", DebuggerEyes.DisplayOf(plain));
        Assert.Equal("Count = 1", DebuggerEyes.DisplayOf(weak));
        Assert.Equal("Count = 1, Capacity = 100", DebuggerEyes.DisplayOf(bounded));
        AssertShows(plain, plain.GetStatistics());
        AssertShows(weak, weak.GetStatistics());
        AssertShows(bounded, bounded.GetStatistics());
    }

    [Theory]
    [MemberData(nameof(StringPools))]
    public void A_string_pool_shows_its_counts(string kind)
    {
        using IDisposable pool = s_owners[kind]();
        var size = (IMeasuredPool)pool;
        Assert.True(size is { ActiveAllocations: 1, BytesReserved: > 0, ManagedBytes: > 0 });

        Assert.Equal($"ActiveAllocations = 1, BytesReserved = {size.BytesReserved}", DebuggerEyes.DisplayOf(pool));
        Assert.Equal(
            new Dictionary<string, object?>
            {
                ["ActiveAllocations"] = 1,
                ["BytesReserved"] = size.BytesReserved,
                ["ManagedBytes"] = size.ManagedBytes,
                ["IsDisposed"] = false,
            },
            DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(pool)));
    }

    [Fact]
    public void Looking_at_a_concurrent_pool_stops_no_thread()
    {
        using var pool = new ConcurrentStringPool();
        pool.Allocate(Long);
        long stops = pool.Stops;

        DebuggerEyes.DisplayOf(pool);
        DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(pool));

        Assert.Equal(stops, pool.Stops);
    }

    [Fact]
    public void A_synchronized_pool_is_shown_within_a_reader()
    {
        using SynchronizedStringPool pool = Synchronized(new SegmentedStringPool());
        string display = DebuggerEyes.DisplayOf(pool);
        using (pool.EnterRead())
        {
            Assert.Equal(display, DebuggerEyes.DisplayOf(pool));
            Assert.Equal(1, DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(pool))["ActiveAllocations"]);
        }
    }

    [Fact]
    public void An_object_pool_shows_its_statistics()
    {
        using var pool = new ObjectPool<object>(static () => new(), 8);
        pool.Prefill(2);

        Assert.Equal("Retained = 2, Size = 8", DebuggerEyes.DisplayOf(pool));
        Assert.Equal(2, Assert.IsType<ObjectPoolStatistics>(DebuggerEyes.RootOf(DebuggerEyes.ViewOf(pool))).Created);
    }

    [Fact]
    public void A_scratch_list_shows_its_items_and_a_list_of_chars_its_text()
    {
        using var list = new ScratchList<int>(4);
        list.Append([1, 2, 3]);

        // The list is a ref struct, so reflection cannot box it.
        Type view = DebuggerEyes.ViewTypeOf(typeof(ScratchList<int>));
        Assert.Equal(typeof(ScratchListDebugView<int>), view);
        Assert.Equal([1, 2, 3], (int[])DebuggerEyes.ItemsOf(new ScratchListDebugView<int>(list)));
        Assert.Equal([1, 2, 3], list.AsSpan());
        Assert.Equal("{ToString(),raw}", typeof(ScratchList<>).GetCustomAttribute<DebuggerDisplayAttribute>()?.Value);
    }

    [Fact]
    public void A_scratch_list_that_was_disposed_shows_nothing()
    {
        var list = new ScratchList<int>(4);
        list.Append(1);
        list.Dispose();

        Assert.Empty(DebuggerEyes.ItemsOf(new ScratchListDebugView<int>(list)));
        Assert.Equal("ScratchList<Int32>[0]", list.ToString());
    }

    [Theory]
    [MemberData(nameof(Owners))]
    public void What_was_disposed_says_so_and_throws_nothing(string kind)
    {
        IDisposable owner = s_owners[kind]();
        object before = DebuggerEyes.ViewOf(owner);
        Assert.NotEqual("(disposed)", DebuggerEyes.DisplayOf(owner));
        owner.Dispose();

        Assert.Equal("(disposed)", DebuggerEyes.DisplayOf(owner));
        foreach (object view in new[] { before, DebuggerEyes.ViewOf(owner) })
        {
            foreach (Array items in DebuggerEyes.PropertiesOf(view).Values.OfType<Array>())
            {
                Assert.Empty(items);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Owners))]
    public void Looking_changes_no_number_and_no_flag(string kind)
    {
        using IDisposable owner = s_owners[kind]();
        List<object?> before = NumbersAndFlagsOf(owner);
        DebuggerEyes.DisplayOf(owner);
        DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(owner));

        Assert.NotEmpty(before);
        Assert.Equal(before, NumbersAndFlagsOf(owner));
    }

    [Fact]
    public void Every_class_that_owns_memory_or_items_is_shown()
    {
        IEnumerable<Type> owners = typeof(StringArena).Assembly.GetExportedTypes()
            .Where(static type => type is { IsClass: true, IsAbstract: false } && type.IsAssignableTo(typeof(IDisposable)));

        // Readers and writers show their position, blob stores and scopes their count: their own properties suffice.
        Type[] shownByProperties =
            [typeof(Utf8LineReader), typeof(Utf8FieldReader), typeof(Utf8FieldWriter), typeof(BlobStore), typeof(PooledStringScope)];

        Assert.DoesNotContain(owners.Except(shownByProperties), static type => !DebuggerEyes.IsShown(type));
    }

    // Reads numbers and flags from the object and its parts within this library. Address owners are skipped, because they lead to
    // all other owners.
    private static List<object?> NumbersAndFlagsOf(object owner)
    {
        var found = new List<object?>();
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        Collect(owner);
        return found;

        void Collect(object? part)
        {
            if (part is Array { Rank: 1 } array && array.GetType().GetElementType()!.Assembly == typeof(StringArena).Assembly)
            {
                foreach (object? element in array)
                {
                    Collect(element);
                }
            }

            if (part is null or AddressSpace or PageSource
                || part.GetType().Assembly != typeof(StringArena).Assembly
                || !seen.Add(part))
            {
                return;
            }

            for (Type? type = part.GetType(); type is not null; type = type.BaseType)
            {
                foreach (FieldInfo field in type.GetFields(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                {
                    object? value = field.FieldType.IsPointer ? null : field.GetValue(part);
                    if (field.FieldType.IsPrimitive)
                    {
                        found.Add(value);
                    }
                    else
                    {
                        Collect(value);
                    }
                }
            }
        }
    }

    private static bool IsStringPool(string kind) =>
        kind.EndsWith("pool", StringComparison.Ordinal) && !kind.StartsWith("object", StringComparison.Ordinal);

    private static T[] Items<T>(object target) => Assert.IsType<T[]>(DebuggerEyes.ItemsOf(DebuggerEyes.ViewOf(target)));

    private static void AssertShows(object interner, InternerStatistics statistics) =>
        Assert.Equal(
            new Dictionary<string, object?> { ["Count"] = statistics.Count, ["Capacity"] = statistics.Capacity },
            DebuggerEyes.PropertiesOf(DebuggerEyes.ViewOf(interner)));

    private static PooledStringDictionary<T> Dictionary<T>(T value) =>
        Filled(new PooledStringDictionary<T>(), dictionary => dictionary.Add(Long, value));

    private static ConcurrentPooledStringDictionary<T> ConcurrentDictionary<T>(T value) =>
        Filled(new ConcurrentPooledStringDictionary<T>(), dictionary => dictionary.TryAdd(Long, value));

    private static SynchronizedStringPool Synchronized(SegmentedStringPool pool) =>
        Filled(new SynchronizedStringPool(pool), static guarded => guarded.Allocate(Long));

    private static T Filled<T>(T owner, Action<T> fill)
    {
        fill(owner);
        return owner;
    }
}
