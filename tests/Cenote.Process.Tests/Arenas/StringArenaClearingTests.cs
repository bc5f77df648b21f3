using System.Runtime.CompilerServices;
using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Arenas;

/// <summary><see cref="StringArenaOptions.ClearOnFree"/>, tested by a search of all process memory.</summary>
public sealed class StringArenaClearingTests
{
    [LinuxTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_reset_clears_the_texts_if_it_is_asked_to(bool clears)
    {
        using var search = new TextInMemory(40);
        using var arena = new StringArena(new StringArenaOptions { ClearOnFree = clears });
        Fill(arena, search);
        Assert.InRange(CountIn(search), 3_000, int.MaxValue);

        arena.Reset();

        Assert.InRange(CountIn(search), clears ? 0 : 3_000, clears ? 0 : int.MaxValue);
        Assert.Equal("a text that is added", arena.Add("a text that is added").ToString());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(64 << 10)]
    [InlineData(StringArenaOptions.MaxChunkBytes)]
    public void Nothing_is_left_of_a_disposed_arena(long reservation)
    {
        using var search = new TextInMemory(40);
        var arena = new StringArena(new StringArenaOptions { ClearOnFree = true, ReservedAddressBytes = reservation });
        Fill(arena, search);
        arena.Reset();
        Fill(arena, search);

        arena.Dispose();

        Assert.Equal(0, CountIn(search));
    }

    [Fact]
    public void Nothing_is_left_of_a_list_its_short_texts_included()
    {
        using var longText = new TextInMemory(40);
        using var shortText = new TextInMemory(7);
        var list = new StringArenaList(new StringArenaOptions { ClearOnFree = true, ReservedAddressBytes = 0 });
        Fill(list, shortText, 20_000);
        Fill(list, longText, 1);
        Assert.InRange(CountIn(shortText), 20_000, int.MaxValue);
        list.Clear();
        Assert.Equal((0, 0), (CountIn(shortText), CountIn(longText)));

        Fill(list, shortText, 1);
        Fill(list, longText, 1);
        list.Dispose();
        Assert.Equal((0, 0), (CountIn(shortText), CountIn(longText)));
    }

    [Theory]
    [MemberData(nameof(ArenaShapes.Names), MemberType = typeof(ArenaShapes))]
    public void An_arena_that_clears_is_an_arena_like_others(string shape)
    {
        StringArenaOptions options = ArenaShapes.Options(shape);
        options.ClearOnFree = true;
        using var arena = new StringArena(options);
        using var other = new StringArena();
        new ArenaModel(arena, other, RunSettings.NewSeed(), memoryIsShort: options.MaximumBytes < long.MaxValue).Run(8_000);
    }

    private static int CountIn(TextInMemory search) => TextInMemory.IsSupported ? search.Count() : 0;

    // Has a separate stack frame, which is overwritten before the search.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fill(StringArenaList list, TextInMemory search, int count)
    {
        for (int i = 0; i < count; i++)
        {
            list.Add(search.Text);
        }
    }

    private static void Fill(StringArena arena, TextInMemory search)
    {
        for (int i = 0; i < 3_000; i++)
        {
            arena.Add(search.Text);
        }
    }
}
