using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Arenas;

/// <summary>Arenas that are never disposed.</summary>
public sealed class StringArenaFinalizationTests
{
    // Methods with these options are optimized; otherwise the compiled code keeps every arena alive until its method ends.
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    private static readonly int s_rounds = RunSettings.Length(20);

    [Fact]
    public void A_forgotten_arena_gives_its_memory_and_its_places_back()
    {
        var pages = new FailingPageSource();
        (ArenaString value, int window) = MakeAndForget(pages);

        Collect();

        Assert.Equal(0, pages.Reservations);
        Assert.False(value.IsAlive);
        Assert.Throws<InvalidOperationException>(() => value.ToString());
        StringArena[] others = [.. Enumerable.Range(0, 100).Select(static _ => new StringArena())];
        Assert.Contains(others, other => other.Window.Number == window);
        Assert.All(others, other => Assert.False(other.IsAlive(value)));
        Array.ForEach(others, static other => other.Dispose());
    }

    [Fact]
    public void A_forgotten_list_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        MakeAndForgetList(pages);

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_disposed_arena_has_nothing_left_to_finalize()
    {
        var pages = new FailingPageSource();
        new StringArenaList(new StringArenaOptions(), pages) { "a text of more than seven chars" }.Dispose();

        Assert.Equal(0, pages.Reservations);
        Collect();
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void An_arena_that_could_not_be_made_does_no_harm()
    {
        for (int i = 0; i < 50; i++)
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new StringArena(new StringArenaOptions { MaximumBytes = 0 }));
        }

        Collect();
        using var arena = new StringArena();
        Assert.Equal("a text of many chars", arena.Add("a text of many chars").ToString());
    }

    [Fact]
    public void Sorting_keeps_the_arena() => WhileCollecting(() =>
    {
        ArenaString[] values = Filled(out StringArena arena);
        SortLast(arena, values);
    });

    [Fact]
    public void Comparing_keeps_the_arena() => WhileCollecting(() =>
    {
        ArenaString[] values = Giants(out StringArena arena);
        Assert.Equal(0, CompareLast(arena, values[0], values[1]));
    });

    [Fact]
    public void A_comparer_keeps_the_arena() => WhileCollecting(() =>
    {
        ArenaString[] values = Giants(out StringArena arena);
        Assert.True(EqualsLast(new ArenaStringComparer(arena), values[0], values[1]));
    });

    [Fact]
    public void A_value_that_reads_keeps_the_arena() => WhileCollecting(() =>
    {
        ArenaString[] values = Giants(out _);
        try
        {
            Assert.Equal(-1, values[0].ToString().AsSpan().IndexOfAnyExcept('g'));
        }
        catch (InvalidOperationException)
        {
            // The arena was already collected.
        }

        _ = values[0].GetHashCode();
        _ = values[0] == values[1];
    });

    [Fact]
    public void Adding_keeps_the_arena() => WhileCollecting(() =>
    {
        string giant = new('g', 4_000_000);
        AddLast(giant);
    });

    [Fact]
    public void A_list_keeps_its_arena_and_its_values() => WhileCollecting(() =>
    {
        Assert.Equal(20_000, CountLast(FilledList()));
        SortListLast(FilledList());
    });

    private static void WhileCollecting(Action work)
    {
        using var stop = new CancellationTokenSource();
        var collector = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        });
        collector.Start();
        try
        {
            for (int round = 0; round < s_rounds; round++)
            {
                work();
            }
        }
        finally
        {
            stop.Cancel();
            collector.Join();
        }
    }

    // These arenas have no reservation, so that their memory is unmapped as soon as they are finalized.
    private static StringArenaOptions Unmapped() => new() { ReservedAddressBytes = 0 };

    [MethodImpl(Optimized)]
    private static ArenaString[] Filled(out StringArena arena)
    {
        arena = new StringArena(Unmapped());
        var values = new ArenaString[30_000];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = arena.Add($"the shared head of all texts {(i * 7919) % 30_011}");
        }

        return values;
    }

    [MethodImpl(Optimized)]
    private static ArenaString[] Giants(out StringArena arena)
    {
        arena = new StringArena(Unmapped());
        string giant = new('g', 4_000_000);
        return [arena.Add(giant), arena.Add(giant)];
    }

    [MethodImpl(Optimized)]
    private static StringArenaList FilledList()
    {
        var list = new StringArenaList(Unmapped());
        for (int i = 0; i < 20_000; i++)
        {
            list.Add($"the shared head of all texts {(i * 7919) % 20_011}");
        }

        return list;
    }

    // In these methods, the argument is the last reference to the arena, and the call is its last use.
    [MethodImpl(Optimized)]
    private static void SortLast(StringArena arena, ArenaString[] values) => arena.Sort(values);

    [MethodImpl(Optimized)]
    private static int CompareLast(StringArena arena, ArenaString a, ArenaString b) => arena.Compare(a, b);

    [MethodImpl(Optimized)]
    private static bool EqualsLast(ArenaStringComparer comparer, ArenaString a, ArenaString b) => comparer.Equals(a, b);

    [MethodImpl(Optimized)]
    private static void AddLast(string text) => new StringArena(Unmapped()).Add(text);

    [MethodImpl(Optimized)]
    private static void SortListLast(StringArenaList list) => list.Sort();

    [MethodImpl(Optimized)]
    private static int CountLast(StringArenaList list)
    {
        int count = 0;
        foreach (ArenaString value in list)
        {
            count += value.IsInline ? 0 : 1;
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (ArenaString Value, int Window) MakeAndForget(FailingPageSource pages)
    {
        ArenaString value = default;
        int window = 0;
        for (int i = 0; i < 20; i++)
        {
            var arena = new StringArena(new StringArenaOptions(), pages);
            value = arena.Add("a text of more than seven chars");
            window = arena.Window.Number;
        }

        return (value, window);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeAndForgetList(FailingPageSource pages)
    {
        for (int i = 0; i < 20; i++)
        {
            _ = new StringArenaList(new StringArenaOptions(), pages) { "a text of more than seven chars", "short" };
        }
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
