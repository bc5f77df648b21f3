using System.Diagnostics;
using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed class StringArenaSoakTests
{
    private const int Threads = 4;

    [Fact]
    public void Arenas_of_many_threads_come_and_go_and_no_value_reads_another_ones_text()
    {
        var watch = Stopwatch.StartNew();
        ArenaString[] published = new ArenaString[Threads];
        Lock gate = new();
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            var random = new Random(thread);
            string text = $"thread {thread} has this text";
            for (int round = 0; round < RunSettings.Length(400) || watch.Elapsed < RunSettings.Soak; round++)
            {
                using var arena = new StringArena();
                for (int i = random.Next(1, 200); i > 0; i--)
                {
                    ArenaString value = arena.Add(text);
                    ArenaString foreign;
                    lock (gate)
                    {
                        foreign = published[random.Next(Threads)];
                    }

                    if (arena.TryRead(in foreign, out ReadOnlySpan<char> found))
                    {
                        Assert.True(found.IsEmpty || found.SequenceEqual(text), "A value returned a string of another arena.");
                    }

                    if (random.Next(50) == 0)
                    {
                        arena.Reset();
                        Assert.False(arena.IsAlive(value));
                        continue;
                    }

                    Assert.True(arena.AsSpan(in value).SequenceEqual(text), "A string has changed.");

                    lock (gate)
                    {
                        published[thread] = value;
                    }
                }
            }
        });
    }

    [Fact]
    public async Task Readers_and_sorters_beside_a_writer_find_their_texts()
    {
        using var arena = new StringArena(
            new StringArenaOptions { ReservedAddressBytes = 1 << 20, MaximumChunkBytes = 64 << 10 });
        string[] texts = SortCorpora.Make("urls", new Random(3), 2_000);
        ArenaString[] values = [.. texts.Select(text => arena.Add(text))];
        string[] expected = [.. texts.Order(StringComparer.Ordinal)];
        var watch = Stopwatch.StartNew();
        using var stop = new CancellationTokenSource();
        Task[] readers = [.. Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                ArenaString[] copy = [.. values];
                arena.Sort(copy);
                for (int i = 0; i < copy.Length; i++)
                {
                    Assert.True(arena.AsSpan(in copy[i]).SequenceEqual(expected[i]), "A string has changed.");
                }
            }
        }))];

        // Exceeds the reservation, so that the table grows while the readers read.
        for (int i = 0; i < RunSettings.Length(100_000) || watch.Elapsed < RunSettings.Soak; i++)
        {
            arena.Add($"text number {i} of the writer, who goes on and on");
            if (arena.BytesReserved > 200 << 20)
            {
                break;
            }
        }

        await stop.CancelAsync();
        await Task.WhenAll(readers);
    }
}
