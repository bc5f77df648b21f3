using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>Readers run while a writer moves all strings; <c>CENOTE_SOAK_SECONDS</c> extends the run.</summary>
public sealed class SynchronizedStringPoolSoakTests(ITestOutputHelper output)
{
    private const int Readers = 3;

    // Each step waits twice for readers. On a busy machine, readers may be preempted, and a step takes milliseconds.
    private static readonly int s_steps = RunSettings.Length(8_000);

    [Fact]
    public void Readers_see_whole_texts_while_a_writer_makes_the_pool_compact_grow_and_shrink()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        using var inner = new UnmanagedStringPool(1_000);
        using var pool = new SynchronizedStringPool(inner);
        var ids = new PooledStringId[400];
        for (int place = 0; place < ids.Length; place++)
        {
            ids[place] = Allocate(pool, length: 50, place);
        }

        var gate = new Lock();
        using var done = new CancellationTokenSource();
        int broken = 0;
        long read = 0;
        Thread[] readers = [.. Enumerable.Range(0, Readers).Select(number => new Thread(() => Read(new Random(seed + number))))];
        Array.ForEach(readers, static thread => thread.Start());

        var random = new Random(seed);
        int compactions = 0;
        var watch = Stopwatch.StartNew();
        for (int step = 0; step < s_steps || watch.Elapsed < RunSettings.Soak; step++)
        {
            // Lengths drift, so that freed blocks do not fit and the pool is compacted repeatedly.
            int place = random.Next(ids.Length);
            int end = inner.EndBlockSizeChars;
            PooledStringId before = ids[place];
            PooledStringId next = Allocate(pool, 10 + (int)(Math.Abs(Math.Sin(step / 400.0)) * 3_000) + random.Next(50), place);
            lock (gate)
            {
                ids[place] = next;
            }

            pool.Free(before);
            compactions += inner.EndBlockSizeChars > end ? 1 : 0;
            if (step % 200 == 0)
            {
                pool.Trim();
            }
        }

        done.Cancel();
        Array.ForEach(readers, static thread => thread.Join());
        output.WriteLine($"{compactions} compactions, {read} strings read.");
        Assert.Equal(0, broken);
        Assert.InRange(compactions, s_steps / 100, int.MaxValue);
        Assert.InRange(read, Readers, long.MaxValue);
        Assert.Equal(ids.Length, pool.ActiveAllocations);

        void Read(Random random)
        {
            do
            {
                using SynchronizedStringPool.Reader reader = pool.EnterRead();
                for (int i = 0; i < 20; i++)
                {
                    int place = random.Next(ids.Length);
                    PooledStringId id;
                    lock (gate)
                    {
                        id = ids[place];
                    }

                    bool isLive = reader.TryGetSpan(id, out ReadOnlySpan<char> text);
                    Interlocked.Add(ref broken, isLive && !Texts.IsChecked(text, (uint)place) ? 1 : 0);
                    Interlocked.Increment(ref read);
                }
            }
            while (!done.IsCancellationRequested);
        }
    }

    private static PooledStringId Allocate(SynchronizedStringPool pool, int length, int place)
    {
        Span<char> text = stackalloc char[4_000];
        Texts.WriteChecked(text[..length], (uint)place);
        return pool.Allocate(text[..length]);
    }
}
