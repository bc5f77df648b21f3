using System.Runtime.InteropServices;
using System.Text;
using Cenote.Collections;

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

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Utf8)]
    public void The_exists_flag_of_a_concurrent_dictionary_may_overlap_the_key(KeyEncoding encoding)
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        char[] wide = "wide".ToCharArray();
        byte[] narrow = "key"u8.ToArray();

        Assert.True(dictionary.TryAdd(wide, 1, out MemoryMarshal.Cast<char, bool>(wide.AsSpan())[0]));
        Assert.True(dictionary.TryAdd(narrow, 2, out MemoryMarshal.Cast<byte, bool>(narrow.AsSpan())[0]));
        Assert.Equal((1, 2), (dictionary["wide"], dictionary["key"]));
    }

    // The part is chosen by the key before the lock of the part is entered, and another thread may change the key in between.
    [Fact]
    public async Task A_key_that_is_decoded_is_in_the_part_of_its_text()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(
            new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 }, concurrencyLevel: 16);
        using var end = new CancellationTokenSource();
        byte[] key = "ä0"u8.ToArray();
        Task changing = Task.Run(() =>
        {
            for (int i = 0; !end.IsCancellationRequested; i++)
            {
                Volatile.Write(ref key[^1], (byte)('0' + (i % 8)));
            }
        });
        for (int i = 0; i < 100_000; i++)
        {
            dictionary[key] = i;
            dictionary.Set(key, i, out _);
            dictionary.GetOrAdd(key, i);
            dictionary.TryAdd(key, i);
        }

        await end.CancelAsync();
        await changing;
        Assert.InRange(dictionary.Count, 1, 8);
        Assert.All(dictionary, entry => Assert.True(dictionary.ContainsKey(entry.Key)));
    }

    // The new keys are ranges of a key in the same dictionary, which compaction moves.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Parts_of_an_own_key_are_added(bool asUtf8)
    {
        const int Parts = 100;
        using var dictionary = new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { MaximumBytes = 1 << 20, KeyEncoding = KeyEncoding.Utf16 });
        string own = string.Create(2_000, 0, static (chars, _) =>
        {
            for (int i = 0; i < chars.Length; i++)
            {
                chars[i] = (char)('a' + (((i * i * 7) + (i / 13)) % 26));
            }
        });
        int padding = 0;
        for (; padding < 5_000; padding++)
        {
            dictionary.Add(Padding(padding), 0);
        }

        for (dictionary.Add(own, 1); dictionary.TryAdd(Padding(padding), 0); padding++)
        {
        }

        for (int i = 0; i < padding; i++)
        {
            _ = i % 5 == 0 || dictionary.Remove(Padding(i));
        }

        ReadOnlySpan<char> text = default;
        foreach (PooledStringDictionary<int>.Entry entry in dictionary)
        {
            text = entry.Value == 1 ? entry.Key : text;
        }

        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(text);
        Range[] parts =
            [.. Enumerable.Range(0, Parts).Select(i => asUtf8 ? (2 * i)..((2 * i) + 500) : i..(i + 250))];
        byte[] copy = bytes.ToArray();
        string[] expected = [.. parts.Select(part => asUtf8 ? Encoding.UTF8.GetString(copy[part]) : own[part])];

        int added = asUtf8
            ? dictionary.AddMany(bytes, parts, new int[Parts])
            : dictionary.AddMany(text, parts, new int[Parts]);

        Assert.Equal(Parts, added);
        Assert.All(expected, key => Assert.True(dictionary.ContainsKey(key)));

        static string Padding(int number) => $"padding-key-with-some-length-{number}";
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
