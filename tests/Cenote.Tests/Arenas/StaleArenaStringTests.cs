using Cenote.Arenas;

namespace Cenote.Tests.Arenas;

public sealed class StaleArenaStringTests
{
    private const string Text = "longer than seven chars";

    [Fact]
    public void A_value_is_stale_once_its_arena_is_reset()
    {
        using var arena = new StringArena();
        ArenaString value = arena.Add(Text);
        Assert.True(value.IsAlive);

        arena.Reset();
        ArenaString next = arena.Add(Text);

        Assert.False(value.IsAlive);
        Assert.Throws<InvalidOperationException>(() => arena.AsSpan(in value).Length);
        Assert.NotEqual(value, next);
        Assert.Equal(Text, next.ToString());
    }

    [Fact]
    public void Stale_values_equal_themselves_and_have_hash_codes()
    {
        var arena = new StringArena();
        ArenaString value = arena.Add(Text);
        ArenaString other = arena.Add(Text);
        Assert.Equal(value, other);

        arena.Dispose();

        ArenaString copy = value;
        Assert.Equal(value, copy);
        Assert.NotEqual(value, other);
        Assert.Equal(value.GetHashCode(), copy.GetHashCode());
        Assert.Throws<InvalidOperationException>(() => value.ToString());
        Assert.Throws<InvalidOperationException>(() => $"{value}");
        Assert.Throws<InvalidOperationException>(() => "" + value);
    }

    [Fact]
    public void A_value_of_another_arena_is_refused()
    {
        using var arena = new StringArena();
        using var other = new StringArena();
        other.Add(Text);
        ArenaString value = arena.Add(Text);

        Assert.Throws<InvalidOperationException>(() => other.AsSpan(in value).Length);
        Assert.Throws<InvalidOperationException>(() => other.Compare(value, other.Add(Text)));
        Assert.Throws<InvalidOperationException>(() => other.Sort([other.Add(Text), value]));
        Assert.Equal(value, other.Add(Text));
    }

    [Fact]
    public void A_value_stays_stale_when_another_arena_takes_its_place()
    {
        var values = new List<ArenaString>();
        for (int i = 0; i < 200; i++)
        {
            using var arena = new StringArena();
            Assert.All(values, value => Assert.Throws<InvalidOperationException>(() => arena.AsSpan(in value).Length));
            values.Add(arena.Add(Text));
            Assert.All(values.SkipLast(1), static value => Assert.False(value.IsAlive));
        }

        Assert.Equal(values.Count, values.Select(static value => value.Place).Distinct().Count());
    }

    [Fact]
    public void A_hundred_thousand_resets_make_no_old_value_valid_again()
    {
        using var arena = new StringArena();
        ArenaString first = arena.Add(Text);
        for (int i = 0; i < 100_000; i++)
        {
            arena.Reset();
            ArenaString value = arena.Add(Text);
            if (!arena.AsSpan(in value).SequenceEqual(Text) || first.IsAlive)
            {
                Assert.Fail($"Reset {i} made an old value valid again.");
            }
        }
    }

    [Fact]
    public void Resets_without_strings_use_up_nothing()
    {
        using var arena = new StringArena();
        ulong place = arena.Add(Text).Place;
        arena.Reset();
        ulong next = arena.Add(Text).Place;
        arena.Reset();
        arena.Add("short");
        arena.Reset();
        arena.Reset();

        Assert.Equal(next + next - place, arena.Add(Text).Place);
    }

    [Fact]
    public void An_arena_whose_window_is_used_up_moves_on_to_another_one()
    {
        using var arena = new StringArena();
        ArenaString first = arena.Add(Text);
        PlaceWindow window = arena.Window;
        int number = window.Number;

        // Simulates an arena that is reset after almost half a tebibyte of strings was added.
        ulong end = (ulong)(number + 1) << PlaceWindow.Shift;
        window.MarkUsed(end - (1UL << 32));
        arena.Reset();
        ArenaString last = arena.Add(Text);
        Assert.Equal(number, arena.Window.Number);
        Assert.Equal(end - (1UL << 32), last.Place);

        arena.Reset();
        ArenaString moved = arena.Add(Text);

        Assert.NotEqual(number, arena.Window.Number);
        Assert.Equal(arena.Window.Number, (int)(moved.Place >> PlaceWindow.Shift));
        Assert.Equal(Text, moved.ToString());
        Assert.False(first.IsAlive);
        Assert.False(last.IsAlive);
        Assert.Throws<InvalidOperationException>(() => arena.AsSpan(in last).Length);

        // No new arena gets the used-up window.
        StringArena[] others = [.. Enumerable.Range(0, 20).Select(static _ => new StringArena())];
        Assert.DoesNotContain(others, other => other.Window.Number == number);
        Array.ForEach(others, static other => other.Dispose());
    }

    [Fact]
    public void Texts_of_up_to_7_chars_never_go_stale()
    {
        var arena = new StringArena();
        ArenaString value = arena.Add("1234567");
        arena.Reset();
        arena.Dispose();

        Assert.True(value.IsAlive);
        Assert.Equal("1234567", value.ToString());
        Assert.Equal(default, ArenaString.Empty);
        Assert.Equal("", default(ArenaString).ToString());
    }
}
