using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

/// <summary>In steady state an arena allocates nothing on the managed heap.</summary>
public sealed class StringArenaAllocationTests : IDisposable
{
    private readonly StringArena _arena = new();
    private readonly StringArenaList _list = [];

    public void Dispose()
    {
        _arena.Dispose();
        _list.Dispose();
    }

    [Fact]
    public void Adding_and_reading()
    {
        byte[] utf8 = "größer als ein Byte"u8.ToArray();
        string giant = new('g', 100_000);

        Check(() =>
        {
            _arena.Reset();
            int chars = 0;
            for (int i = 0; i < 1_000; i++)
            {
                ArenaString value = _arena.Add("a text of more than seven chars");
                chars += _arena.AsSpan(in value).Length;
                chars += _arena.AsSpan(_arena.Add("short")).Length;
                chars += _arena.AsSpan(_arena.Add(utf8)).Length;
                chars += _arena.AsSpan(_arena.Add($"number {i}")).Length;
                chars += _arena.TryAdd($"number {i}", out ArenaString added) ? _arena.AsSpan(in added).Length : 0;
                chars += _arena.TryAdd(utf8, out added) ? _arena.AsSpan(in added).Length : 0;
            }

            chars += _arena.AsSpan(_arena.Add(giant)).Length;
            Require(chars > 100_000);
        });
    }

    [OptimizedFact]
    public void Adding_texts_made_of_others()
    {
        ArenaString inline = _arena.Add("short");

        Check(() =>
        {
            _arena.Reset();
            ArenaString value = _arena.Add("a text of more than seven chars");
            int chars = 0;
            for (int i = 0; i < 1_000; i++)
            {
                chars += _arena.AsSpan(_arena.Add($"{value}!")).Length;
                chars += _arena.AsSpan(_arena.Add($"{inline}, {value}, {i}")).Length;
            }

            Require(chars > 32_000);
        });
    }

    [Fact]
    public void Comparing_hashing_and_looking_up()
    {
        ArenaString one = _arena.Add("a text of more than seven chars");
        ArenaString two = _arena.Add("a text of more than seven chars");
        var set = new HashSet<ArenaString>(new ArenaStringComparer(_arena)) { one };
        HashSet<ArenaString>.AlternateLookup<ReadOnlySpan<char>> bySpan = set.GetAlternateLookup<ReadOnlySpan<char>>();

        Check(() => Require(
            one == two && one.GetHashCode() == two.GetHashCode() && one.IsAlive && _arena.Compare(one, two) == 0
            && set.Contains(two) && bySpan.Contains("a text of more than seven chars")));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(200)]
    [InlineData(5_000)]
    [InlineData(100_000)]
    public void Sorting(int count)
    {
        string[] texts = SortCorpora.Make("urls", new Random(1), count);
        int[] numbers = new int[count];

        Check(() =>
        {
            _list.Clear();
            foreach (string text in texts)
            {
                _list.Add(text);
            }

            _list.Sort(numbers.AsSpan());
            _list.Sort();
            Require(_list.Count == count);
        });
    }

    [Fact]
    public void Enumerating()
    {
        for (int i = 0; i < 100; i++)
        {
            _list.Add($"text number {i}");
        }

        Check(() =>
        {
            int alive = 0;
            foreach (ArenaString value in _list)
            {
                alive += value.IsAlive ? 1 : 0;
            }

            Require(alive == 100);
        });
    }

    private static void Check(Action code) => Assert.Equal(0, ManagedAllocations.Of(code));

    private static void Require(bool condition)
    {
        if (!condition)
        {
            Assert.Fail("The code under test does not do what it should.");
        }
    }
}
