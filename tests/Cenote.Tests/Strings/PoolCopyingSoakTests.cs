using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// Readers that copy strings while writers free, clear, move and overwrite them; <c>CENOTE_SOAK_SECONDS</c> extends the run.
/// Each string is its own checksum, so that torn or wrong copies are detected.
/// </summary>
public sealed class PoolCopyingSoakTests(ITestOutputHelper output)
{
    private const int Slots = 64;
    private const int Readers = 2;
    private const int Reads = 1_000_000;
    private const int MostUnits = 40_000;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    [Theory]
    [MemberData(nameof(PoolShapes.Names), MemberType = typeof(PoolShapes))]
    public void Segmented(string shape)
    {
        SegmentedStringPoolOptions options = PoolShapes.Options(shape);
        options.ShortStrings = options.ShortStrings == ShortStrings.Throw ? ShortStrings.Allow : options.ShortStrings;
        using var pool = new SegmentedStringPool(options);
        Race(
            new TestedStringPool(pool), Texts.WriteChecked, Texts.IsChecked, writers: 1, Reads / 4,
            options.MaximumBytes < long.MaxValue);
    }

    [Fact]
    public void Concurrent()
    {
        using var pool = new ConcurrentStringPool();
        Race(new TestedStringPool(pool), Texts.WriteChecked, Texts.IsChecked, writers: 2, Reads);
    }

    [Fact]
    public void Concurrent_with_short_strings_managed()
    {
        using var pool = new ConcurrentStringPool(
            new() { MinimumLength = 20, ShortStrings = ShortStrings.Managed, ReservedAddressBytes = 1 << 20 });
        Race(new TestedStringPool(pool), Texts.WriteChecked, Texts.IsChecked, writers: 1, Reads / 2);
    }

    [Fact]
    public void Contiguous()
    {
        using var pool = new UnmanagedStringPool(1_000);
        Race(new TestedUnmanagedPool(pool), Texts.WriteChecked, Texts.IsChecked, writers: 1, Reads);
    }

    [Fact]
    public void Utf8()
    {
        using var pool = new Utf8StringPool();
        Race(new TestedUtf8Pool(pool), Utf8Texts.WriteChecked, Utf8Texts.IsChecked, writers: 1, Reads);
    }

    [Fact]
    public void Concurrent_utf8()
    {
        using var pool = new ConcurrentUtf8StringPool();
        Race(new TestedUtf8Pool(pool), Utf8Texts.WriteChecked, Utf8Texts.IsChecked, writers: 2, Reads);
    }

    private void Race<THandle, TUnit>(
        TestedPool<THandle, TUnit> pool, Writing<TUnit> write, Checking<TUnit> check, int writers, long reads,
        bool isLimited = false)
        where THandle : struct
        where TUnit : unmanaged
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var slots = new Live<THandle>?[Slots];
        using var done = new CancellationTokenSource();
        long copied = 0, stale = 0, wrong = 0;
        Exception? failure = null;
        Thread[] threads =
        [
            .. Enumerable.Range(0, Readers).Select(number => new Thread(() => Guarded(() => Read(new Random(seed + number))))),
            .. Enumerable.Range(Readers, writers).Select(
                number => new Thread(() => Guarded(() => Write(new Random(seed + number), number)))),
        ];
        var start = new Random(seed);
        for (int place = 0; place < Slots; place++)
        {
            Replace(start, place);
        }

        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());

        output.WriteLine($"{copied} copied, {stale} stale");
        Assert.Null(failure);
        Assert.Equal(0, wrong);
        Assert.True(copied > reads / 20, $"{copied} copies");
        Assert.NotEqual(0, stale);

        void Guarded(Action work)
        {
            try
            {
                work();
            }
            catch (Exception exception)
            {
                failure = exception;
                done.Cancel();
            }
        }

        // With few processors, the readers may finish before a writer has started.
        bool MeetsNobody(Stopwatch watch) => Interlocked.Read(ref stale) == 0 && watch.Elapsed < s_patience;

        void Read(Random random)
        {
            var watch = Stopwatch.StartNew();
            TUnit[] buffer = new TUnit[MostUnits];
            for (
                long i = 0; (i < reads || watch.Elapsed < RunSettings.Soak || MeetsNobody(watch))
                    && !done.IsCancellationRequested; i++)
            {
                Live<THandle> live = Volatile.Read(ref slots[random.Next(Slots)])!;

                // Alternates between lookups by handle and by id.
                bool found = (i & 1) == 0
                    ? pool.TryCopyTo(live.Handle, buffer, out int length)
                    : pool.TryCopyTo(live.Id, buffer, out length);
                Interlocked.Add(
                    ref wrong, length == (found ? live.Length : 0)
                        && (!found || check(buffer.AsSpan(0, length), live.Seed)) ? 0 : 1);
                Interlocked.Increment(ref found ? ref copied : ref stale);
                if ((i & 15) == 0 && pool.TryGetString(live.Handle, out string? text))
                {
                    Interlocked.Add(ref wrong, check(pool.Encode(text!), live.Seed) ? 0 : 1);
                }
            }

            done.Cancel();
        }

        void Write(Random random, int number)
        {
            while (!done.IsCancellationRequested)
            {
                Replace(random, random.Next(Slots));
                int sweep = random.Next(20_000);
                if (sweep < 2 && number == Readers)
                {
                    // The slots keep the stale handles for the readers.
                    Sweep(sweep);
                }
            }
        }

        void Replace(Random random, int place)
        {
            int length = random.Next(400) == 0
                ? random.Next(2_000, MostUnits)
                : random.Next(10) == 0 ? random.Next(1, 1_200) : random.Next(1, 60);
            uint textSeed = (uint)random.Next();
            THandle handle;
            try
            {
                handle = Create();
            }
            catch (OutOfMemoryException) when (isLimited)
            {
                // Every slab may contain a string while no slab has space for this size.
                pool.Clear();
                handle = Create();
            }

            var live = new Live<THandle>(handle, pool.Id(handle), length, textSeed);
            if (Interlocked.Exchange(ref slots[place], live) is { } before)
            {
                pool.Free(before.Handle);
            }

            THandle Create() => pool.Create(length, textSeed, (text, textSeed) => write(text, textSeed));
        }

        // Clear and Trim may throw while a callback of another writer runs.
        void Sweep(int kind)
        {
            try
            {
                if (kind == 0)
                {
                    pool.Clear();
                }
                else
                {
                    pool.Trim();
                }
            }
            catch (InvalidOperationException) when (writers > 1)
            {
            }
        }
    }

    private delegate void Writing<TUnit>(Span<TUnit> text, uint seed);

    private delegate bool Checking<TUnit>(ReadOnlySpan<TUnit> text, uint seed);

    private sealed record Live<THandle>(THandle Handle, PooledStringId Id, int Length, uint Seed);
}
