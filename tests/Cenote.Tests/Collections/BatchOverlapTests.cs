using System.Runtime.InteropServices;
using Cenote.Collections;

namespace Cenote.Tests.Collections;

/// <summary>Batches whose results overlap their keys or each other.</summary>
public sealed class BatchOverlapTests
{
    [Fact]
    public void Results_in_the_memory_of_a_text_are_refused_and_the_text_stays()
    {
        using var dictionary = new PooledStringDictionary<int>();
        using var set = new PooledStringSet();
        Range[] keys = [0..2, 2..4];
        char[] text = "abcdefgh".ToCharArray();
        byte[] utf8 = "abcdefgh"u8.ToArray();
        bool[] found = new bool[2];
        Span<bool> FoundIn(char[] chars) => MemoryMarshal.Cast<char, bool>(chars.AsSpan(3));

        Assert.Throws<ArgumentException>(
            "values", () => dictionary.TryGetValues(text, keys, MemoryMarshal.Cast<char, int>(text.AsSpan()), found));
        Assert.Throws<ArgumentException>("found", () => dictionary.TryGetValues(text, keys, new int[2], FoundIn(text)));
        Assert.Throws<ArgumentException>(
            "values", () => dictionary.TryGetValues(utf8, keys, MemoryMarshal.Cast<byte, int>(utf8.AsSpan()), found));
        Assert.Throws<ArgumentException>(
            "found", () => dictionary.TryGetValues(utf8, keys, new int[2], MemoryMarshal.Cast<byte, bool>(utf8.AsSpan(1))));
        Assert.Throws<ArgumentException>("found", () => set.ContainsMany(text, keys, FoundIn(text)));
        Assert.Throws<ArgumentException>(
            "found", () => set.ContainsMany(utf8, keys, MemoryMarshal.Cast<byte, bool>(utf8.AsSpan(1))));

        Assert.Equal("abcdefgh", new string(text));
        Assert.Equal("abcdefgh"u8.ToArray(), utf8);
    }

    [Fact]
    public void Results_in_the_memory_of_ranges_are_refused()
    {
        using var dictionary = new PooledStringDictionary<int>();
        Range[] keys = [0..1, 1..2];
        Assert.Throws<ArgumentException>("values", () => dictionary.TryGetValues(
            "ab", keys, MemoryMarshal.Cast<Range, int>(keys.AsSpan()), new bool[2]));
        Assert.Throws<ArgumentException>("found", () => dictionary.TryGetValues(
            "ab"u8, keys, new int[2], MemoryMarshal.Cast<Range, bool>(keys.AsSpan())));
        Assert.Equal([0..1, 1..2], keys);
    }

    [Fact]
    public void Results_in_the_memory_of_keys_or_of_each_other_are_refused()
    {
        using var strings = new PooledStringDictionary<string>();
        string[] items = ["a", "b", "c"];
        Assert.Throws<ArgumentException>("values", () => strings.TryGetValues(items.AsSpan(0, 2), items.AsSpan(1), new bool[2]));
        using var native = new NativeDictionary<int, int>();
        int[] numbers = [1, 2, 3];
        int[] values = new int[3];
        Assert.Throws<ArgumentException>(
            "values", () => native.TryGetValues(numbers.AsSpan(0, 2), numbers.AsSpan(1), new bool[2]));
        Assert.Throws<ArgumentException>(
            "found", () => native.TryGetValues(numbers, values, MemoryMarshal.Cast<int, bool>(numbers.AsSpan())));
        Assert.Throws<ArgumentException>(
            "found", () => native.TryGetValues(numbers, values, MemoryMarshal.Cast<int, bool>(values.AsSpan())));
    }

    [Fact]
    public void Results_beside_the_keys_are_filled()
    {
        using var native = new NativeDictionary<int, int> { [1] = 10, [2] = 20 };
        int[] memory = [1, 2, 0, 0];
        bool[] found = new bool[2];
        Assert.Equal(2, native.TryGetValues(memory.AsSpan(0, 2), memory.AsSpan(2), found));
        Assert.Equal([1, 2, 10, 20], memory);
    }
}
