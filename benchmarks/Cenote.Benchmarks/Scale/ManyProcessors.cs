using System.Globalization;
using Cenote.Arenas;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Measurement;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Benchmarks.Scale;

/// <summary>
/// The resident memory and the mappings of one instance of each type, empty and with one entry, with 2 to 256 processors. Linux
/// only.
/// </summary>
internal static class ManyProcessors
{
    public const string Command = "processors";

    private const string OfKind = "of";
    private const int Instances = 16;
    private const string Key = "a key of more than seven chars";

    private static readonly int[] s_processors = [2, 16, 64, 256];

    // Creates an instance with default options, and returns it with an action that adds an entry.
    private static readonly Dictionary<string, Func<(object Instance, Action Use)>> s_kinds = new(StringComparer.Ordinal)
    {
        [nameof(SegmentedStringPool)] = static () => With(new SegmentedStringPool(), static pool => pool.Allocate(Key)),
        [nameof(ConcurrentStringPool)] = static () => With(new ConcurrentStringPool(), static pool => pool.Allocate(Key)),
        [nameof(ConcurrentUtf8StringPool)] = static () => With(new ConcurrentUtf8StringPool(), static pool => pool.Allocate("a key"u8)),
        [nameof(StringArena)] = static () => With(new StringArena(), static arena => arena.Add(Key)),
        [nameof(Utf8StringStore)] = static () => With(new Utf8StringStore(), static store => store.Add("a key"u8)),
        [nameof(PooledStringDictionary<>)] = static () => With(new PooledStringDictionary<int>(), static entries => entries[Key] = 1),
        [nameof(ConcurrentPooledStringDictionary<>)] = static () =>
            With(new ConcurrentPooledStringDictionary<int>(), static entries => entries[Key] = 1),
        [nameof(PooledStringSet)] = static () => With(new PooledStringSet(), static keys => keys.Add(Key)),
        [nameof(StringTable)] = static () => With(new StringTable(), static table => table.GetOrAdd(Key)),
        [nameof(NativeDictionary<,>)] = static () => With(new NativeDictionary<int, int>(), static entries => entries[1] = 1),
        [nameof(ConcurrentNativeDictionary<,>)] = static () =>
            With(new ConcurrentNativeDictionary<int, int>(), static entries => entries[1] = 1),
        [nameof(StringInterner)] = static () => With(new StringInterner(), static interner => interner.Intern(Key.AsSpan())),
        [nameof(BoundedStringInterner)] = static () => With(new BoundedStringInterner(new()), static interner => interner.Intern(Key.AsSpan())),
        [nameof(ByteCache)] = static () => With(new ByteCache(), static cache => cache.Set(Key, "a value"u8)),
        [nameof(ValueCache<>)] = static () => With(new ValueCache<int>(), static cache => cache.Set(Key, 1)),
        [nameof(ObjectPool<>)] = static () => With(new ObjectPool<object>(static () => new object()), static pool => pool.Free(pool.Allocate())),
    };

    public static string Usage =>
        $"{Command}: memory and mappings of one instance of each type with {string.Join(", ", s_processors)} processors\n";

    public static int Run(string[] args)
    {
        if (args is [OfKind, string kind])
        {
            Console.WriteLine(Measure(s_kinds[kind]));
            return 0;
        }

        Console.WriteLine(MachineInfo.Current());
        Console.WriteLine(
            "KiB of resident memory and mappings of an instance with default options: empty, then with one entry. A process for "
            + $"each cell; the average of {Instances} instances.\n");
        var table = new TextTable(["type", .. s_processors.Select(static count => $"{count} processors")]);
        foreach (string each in s_kinds.Keys)
        {
            table.Add([each, .. s_processors.Select(count => Cell(each, count))]);
        }

        Console.WriteLine(table);
        return 0;
    }

    private static string Cell(string kind, int processors)
    {
        var child = new ChildProcess(typeof(ManyProcessors).Assembly)
        {
            Variables = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["DOTNET_PROCESSOR_COUNT"] = processors.ToString(CultureInfo.InvariantCulture),
            },
        };
        return child.RunAsync([Command, OfKind, kind]).GetAwaiter().GetResult();
    }

    private static string Measure(Func<(object Instance, Action Use)> create)
    {
        // The first instance compiles the code, and touches the memory that all instances share.
        (object first, Action use) = create();
        use();
        for (int i = 0; i < Instances; i++)
        {
            _ = Now();
        }

        (long bytes, int mappings) = Now();
        (object Instance, Action Use)[] all = [.. Enumerable.Range(0, Instances).Select(_ => create())];
        (long emptyBytes, int emptyMappings) = Now();
        Array.ForEach(all, static each => each.Use());
        (long usedBytes, int usedMappings) = Now();
        Array.ForEach(all, static each => (each.Instance as IDisposable)?.Dispose());
        (first as IDisposable)?.Dispose();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Average(emptyBytes - bytes) / 1_024:F0}, {Average(emptyMappings - mappings):F1}; "
            + $"{Average(usedBytes - bytes) / 1_024:F0}, {Average(usedMappings - mappings):F1}");
    }

    private static (long Bytes, int Mappings) Now() => (ResidentMemory.Bytes, File.ReadLines("/proc/self/maps").Count());

    private static double Average(long total) => (double)Math.Max(0, total) / Instances;

    private static (object Instance, Action Use) With<T>(T instance, Action<T> use)
        where T : class =>
        (instance, () => use(instance));
}
