using System.Globalization;
using Cenote.Arenas;
using Cenote.Buffers;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Attack.Tests;

/// <summary>A machine with 256 processors: per-processor memory stays small, and ended threads leave no memory.</summary>
public sealed class ManyProcessorsAttacks : AttackTests
{
    private const int Processors = 256;
    private const int Owners = 16;
    private const long MaxBytesOfOwner = 256 << 10;
    private const long MaxBytesOfThreads = 8 << 20;
    private static readonly int s_threads = RunSettings.Length(33_000);

    // Creates an instance of each kind with default options, and uses it once.
    private static readonly Dictionary<string, Func<IDisposable?>> s_kinds = new(StringComparer.Ordinal)
    {
        [nameof(SegmentedStringPool)] = static () => With(new SegmentedStringPool(), static pool => pool.Allocate("a text")),
        [nameof(ConcurrentStringPool)] = static () => With(new ConcurrentStringPool(), static pool => pool.Allocate("a text")),
        [nameof(ConcurrentUtf8StringPool)] = static () => With(new ConcurrentUtf8StringPool(), static pool => pool.Allocate("a text"u8)),
        [nameof(StringArena)] = static () => With(new StringArena(), static arena => arena.Add("more than seven chars")),
        [nameof(Utf8StringStore)] = static () => With(new Utf8StringStore(), static store => store.Add("a text"u8)),
        [nameof(BlobStore)] = static () => With(new BlobStore(), static store => store.Allocate("a text"u8)),
        [nameof(PooledStringDictionary<>)] = static () => With(new PooledStringDictionary<int>(), static entries => entries["a key"] = 1),
        [nameof(PooledStringPostings)] = static () => With(new PooledStringPostings(), static postings => postings.Add("a key", 1)),
        [nameof(ConcurrentPooledStringDictionary<>)] = static () =>
            With(new ConcurrentPooledStringDictionary<int>(), static entries => entries["a key"] = 1),
        [nameof(NativeDictionary<,>)] = static () => With(new NativeDictionary<int, int>(), static entries => entries[1] = 1),
        [nameof(ConcurrentNativeDictionary<,>)] = static () => With(new ConcurrentNativeDictionary<int, int>(), static entries => entries[1] = 1),
        [nameof(StringTable)] = static () => With(new StringTable(), static table => table.GetOrAdd("a text")),
        [nameof(ByteCache)] = static () => With(new ByteCache(), static cache => cache.Set("a key", "a value"u8)),
        [nameof(ValueCache<>)] = static () => With(new ValueCache<int>(), static cache => cache.Set("a key", 1)),
        [nameof(ObjectPool<>)] = static () => With(new ObjectPool<object>(static () => new object()), static pool => pool.Free(pool.Allocate())),
    };

    private static IEnumerable<string> Kinds => s_kinds.Keys;

    [Attack(Processors = Processors, Cases = nameof(Kinds))]
    internal static void An_owner_with_one_key_touches_little_memory(string kind)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        s_kinds[kind]()?.Dispose();
        long before = ResidentBytes();
        IDisposable?[] owners = [.. Enumerable.Range(0, Owners).Select(_ => s_kinds[kind]())];
        long bytes = (ResidentBytes() - before) / Owners;

        Console.WriteLine($"{kind}: {bytes:N0} bytes");
        Assert.Equal(Processors, Environment.ProcessorCount);
        Assert.InRange(bytes, long.MinValue, MaxBytesOfOwner);
        Array.ForEach(owners, static owner => owner?.Dispose());
    }

    [Attack(Processors = Processors)]
    internal static void Threads_that_come_and_go_leave_no_memory()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        using var strings = new ConcurrentStringPool();
        using var store = new Utf8StringStore();
        using var objects = new ObjectPool<object>(static () => new object());
        using var entries = new ConcurrentPooledStringDictionary<int>();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        var interner = new StringInterner();

        RunInTurn(s_threads / 10);
        long before = ResidentBytes();
        RunInTurn(s_threads);

        Assert.InRange(ResidentBytes() - before, long.MinValue, MaxBytesOfThreads);

        void RunInTurn(int count)
        {
            for (int i = 0; i < count; i++)
            {
                var thread = new Thread(Use);
                thread.Start();
                thread.Join();
            }

            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }

        void Use()
        {
            PooledStringRef text = strings.Allocate("a text that is longer than a few chars");
            using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(10_000);
            buffer.Span.Fill(1);
            store.Remove(store.Add("a text"u8));
            objects.Free(objects.Allocate());
            entries["a key"] = 1;
            cache.Set("a key", buffer.Span[..100]);
            interner.Intern("a text".AsSpan());
            text.Free();
        }
    }

    private static T With<T>(T owner, Action<T> use)
    {
        use(owner);
        return owner;
    }

    private static long ResidentBytes() =>
        1_024 * long.Parse(
            File.ReadLines("/proc/self/status").First(static line => line.StartsWith("VmRSS:", StringComparison.Ordinal)).Split(
                ' ', StringSplitOptions.RemoveEmptyEntries)[1],
            CultureInfo.InvariantCulture);
}
