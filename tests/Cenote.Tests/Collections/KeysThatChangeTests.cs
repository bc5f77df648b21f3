using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Interning;

namespace Cenote.Tests.Collections;

/// <summary>Keys that a callback changes, or whose memory overlaps the caller's results.</summary>
public sealed class KeysThatChangeTests
{
    private delegate int Call(ConcurrentPooledStringDictionary<int> dictionary, char[] key, int value);

    [Fact]
    public void A_factory_may_change_the_key()
    {
        Call[] calls =
        [
            static (all, key, value) => all.GetOrAdd(key, (ReadOnlySpan<char> _) => Overwrite(key, value)),
            static (all, key, value) => all.GetOrAdd(key, static state => Overwrite(state.key, state.value), (key, value)),
            static (all, key, value) => all.GetOrAdd(
                key, static (seen, state) => Overwrite(state.key, state.value) + (seen[0] == 'k' ? 0 : 1), (key, value)),
            static (all, key, value) => all.AddOrUpdate(key, (ReadOnlySpan<char> _) => Overwrite(key, value), static (_, old) => old),
            static (all, key, value) => all.AddOrUpdate(
                key,
                static (seen, state) => Overwrite(state.key, state.value) + (seen[0] == 'k' ? 0 : 1),
                static (_, old, _) => old,
                (key, value)),
        ];
        foreach (Call call in calls)
        {
            using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 16);
            for (int i = 0; i < 300; i++)
            {
                Assert.Equal(i, call(dictionary, $"key {i}".ToCharArray(), i));
            }

            Assert.Equal(300, dictionary.Count);
            Assert.All(Enumerable.Range(0, 300), i => Assert.Equal(i, dictionary[$"key {i}"]));
        }
    }

    [Fact]
    public void An_update_may_change_the_key()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 16);
        for (int i = 0; i < 300; i++)
        {
            dictionary[$"key {i}"] = 0;
            char[] key = $"key {i}".ToCharArray();
            Assert.Equal(i, dictionary.AddOrUpdate(key, -1, _ => Overwrite(key, i)));
        }

        Assert.Equal(300, dictionary.Count);
        Assert.All(Enumerable.Range(0, 300), i => Assert.Equal(i, dictionary[$"key {i}"]));
    }

    [Fact]
    public async Task A_value_may_overlap_the_key_concurrently_with_writers()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<long>(concurrencyLevel: 1);
        dictionary["key!"] = 5;
        using var end = new CancellationTokenSource();
        Task writing = Task.Run(() =>
        {
            while (!end.IsCancellationRequested)
            {
                dictionary["other"] = 1;
            }
        });
        char[] chars = new char[4];
        for (int i = 0; i < 200_000; i++)
        {
            "key!".CopyTo(chars);
            Assert.True(dictionary.TryGetValue(chars, out MemoryMarshal.Cast<char, long>(chars.AsSpan())[0]));
        }

        await end.CancelAsync();
        await writing;
    }

    [Fact]
    public void The_exists_flag_may_overlap_the_key()
    {
        using var dictionary = new PooledStringDictionary<int>();
        using var postings = new PooledStringPostings();
        byte[] narrow = "key"u8.ToArray();
        Assert.True(dictionary.TryAdd(narrow, 1, out MemoryMarshal.Cast<byte, bool>(narrow.AsSpan())[0]));
        Assert.Equal(1, dictionary["key"]);

        char[] wide = "wide".ToCharArray();
        Assert.True(dictionary.TryAdd(wide, 2, out MemoryMarshal.Cast<char, bool>(wide.AsSpan())[0]));
        Assert.Equal(2, dictionary["wide"]);

        wide = "more".ToCharArray();
        dictionary.GetValueRefOrAddDefault(wide, out MemoryMarshal.Cast<char, bool>(wide.AsSpan())[0]) = 3;
        Assert.Equal(3, dictionary["more"]);

        narrow = "last"u8.ToArray();
        dictionary.GetValueRefOrAddDefault(narrow, out MemoryMarshal.Cast<byte, bool>(narrow.AsSpan())[0]) = 4;
        Assert.Equal(4, dictionary["last"]);

        wide = "list".ToCharArray();
        Assert.True(postings.TryAdd(wide, 5, out MemoryMarshal.Cast<char, bool>(wide.AsSpan())[0]));
        Assert.Equal([5], postings.GetNumbers("list").ToArray());
    }

    [Fact]
    public void An_id_may_overlap_the_text()
    {
        using var table = new StringTable();
        char[] wide = "text".ToCharArray();
        Assert.True(table.TryGetOrAdd(wide, out MemoryMarshal.Cast<char, int>(wide.AsSpan())[0]));
        byte[] narrow = "more"u8.ToArray();
        Assert.True(table.TryGetOrAdd(narrow, out MemoryMarshal.Cast<byte, int>(narrow.AsSpan())[0]));
        Assert.Equal(["text", "more"], [table.AsSpan(0).ToString(), table.AsSpan(1).ToString()]);
    }

    private static int Overwrite(char[] key, int value)
    {
        key.AsSpan().Fill('!');
        return value;
    }
}
