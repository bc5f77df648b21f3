using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>
/// Keys whose memory changes during the call that adds them: each key that is there is found, and is there once.
/// </summary>
public sealed class KeysChangedByThreadsTests
{
    // Bytes of the keys must exceed what is committed at a time.
    private const int Keys = 400;
    private const int PaddedLength = 4_000;

    private static readonly int s_rounds = RunSettings.Length(100_000);

    private readonly FailingPageSource _pages = new();

    private static PooledStringDictionaryOptions[] AllOptions =>
    [
        new() { KeyEncoding = KeyEncoding.Compact }, new() { KeyEncoding = KeyEncoding.Compact, IgnoreCase = true },
        new() { KeyEncoding = KeyEncoding.Utf16 }, new() { KeyEncoding = KeyEncoding.Utf16, IgnoreCase = true },
        new() { KeyEncoding = KeyEncoding.Utf8 },
    ];

    // The first chars of a key change: to ASCII, to a key that is there, to other text, and to text that has no UTF-8.
    private static string[] Others => ["other key", "key 00001", "\u00e4 key 000", "\ud800 key 000"];

    // The first bytes of a key change.
    private static byte[][] OthersUtf8 => ["other key"u8.ToArray(), "\u00e4 key 00"u8.ToArray(), [255, .. "abcdefgh"u8]];

    [Fact]
    public void A_dictionary_refuses_a_key_that_changes()
    {
        Action<PooledStringDictionary<int>, char[]>[] adds =
        [
            static (all, key) => all.TryAdd(key, 1), static (all, key) => all.Add(key, 1), static (all, key) => all[key] = 1,
            static (all, key) => all.GetValueRefOrAddDefault(key, out _) = 1,
        ];
        foreach (PooledStringDictionaryOptions options in AllOptions)
        {
            foreach (string other in Others)
            {
                foreach (Action<PooledStringDictionary<int>, char[]> add in adds)
                {
                    using var dictionary = new PooledStringDictionary<int>(options, _pages);
                    Assert.True(AddWhileChanging(Chars, other.ToCharArray(), key => add(dictionary, key)) > 0);
                    CheckKeys(dictionary, dictionary.Count, key => dictionary.ContainsKey(key));
                }
            }
        }
    }

    [Fact]
    public void A_dictionary_has_no_UTF8_that_changed()
    {
        Action<PooledStringDictionary<int>, byte[]>[] adds =
        [
            static (all, key) => all.TryAddUtf8(key, 1), static (all, key) => all.SetUtf8(key, 1),
        ];
        foreach (PooledStringDictionaryOptions options in AllOptions)
        {
            foreach (byte[] other in OthersUtf8)
            {
                foreach (Action<PooledStringDictionary<int>, byte[]> add in adds)
                {
                    using var dictionary = new PooledStringDictionary<int>(options, _pages);
                    bool isDecoded = options.IgnoreCase;
                    Assert.Equal(!isDecoded, AddWhileChanging(Bytes, other, key => add(dictionary, key)) > 0);
                    CheckKeys(dictionary, dictionary.Count, key => dictionary.ContainsKey(key));
                }
            }
        }
    }

    [Fact]
    public void A_set_refuses_an_item_that_changes()
    {
        foreach (string other in Others)
        {
            using var set = new PooledStringSet(new PooledStringDictionaryOptions(), _pages);
            Assert.True(AddWhileChanging(Chars, other.ToCharArray(), item => set.Add(item)) > 0);
            CheckKeys(
                ((IEnumerable<string>)set).Select(static item => KeyValuePair.Create(item, 0)),
                set.Count,
                item => set.Contains(item));
        }
    }

    [Fact]
    public void A_concurrent_dictionary_refuses_a_key_that_changes()
    {
        Action<ConcurrentPooledStringDictionary<int>, char[]>[] adds =
        [
            static (all, key) => all.TryAdd(key, 1), static (all, key) => all[key] = 1, static (all, key) => all.GetOrAdd(key, 1),
            static (all, key) => all.Set(key, 1, out _),
        ];
        foreach (KeyEncoding encoding in Enum.GetValues<KeyEncoding>())
        {
            foreach (string other in Others)
            {
                foreach (Action<ConcurrentPooledStringDictionary<int>, char[]> add in adds)
                {
                    using var dictionary = new ConcurrentPooledStringDictionary<int>(
                        new PooledStringDictionaryOptions { KeyEncoding = encoding }, concurrencyLevel: 4, _pages);
                    Assert.True(AddWhileChanging(Chars, other.ToCharArray(), key => add(dictionary, key)) > 0);
                    CheckKeys(dictionary, dictionary.Count, key => dictionary.ContainsKey(key));
                }
            }
        }
    }

    [Fact]
    public void A_concurrent_dictionary_has_no_UTF8_that_changed()
    {
        foreach (KeyEncoding encoding in Enum.GetValues<KeyEncoding>())
        {
            foreach (byte[] other in OthersUtf8)
            {
                using var dictionary = new ConcurrentPooledStringDictionary<int>(
                    new PooledStringDictionaryOptions { KeyEncoding = encoding }, concurrencyLevel: 4, _pages);
                Assert.True(AddWhileChanging(Bytes, other, key => dictionary.TryAddUtf8(key, 1)) > 0);
                CheckKeys(dictionary, dictionary.Count, key => dictionary.ContainsKey(key));
            }
        }
    }

    [Fact]
    public void Threads_change_the_keys_that_another_one_adds()
    {
        using var dictionary = new PooledStringDictionary<int>();
        using var concurrent = new ConcurrentPooledStringDictionary<int>();
        char[] buffer = new char[20];
        bool ended = false;
        var changer = new Thread(() =>
        {
            while (!Volatile.Read(ref ended))
            {
                buffer[^1] = 'a';
                Interlocked.MemoryBarrier();
                buffer[^1] = '\u00e4';
                Interlocked.MemoryBarrier();
            }
        });
        changer.Start();
        try
        {
            for (int i = 0; i < s_rounds; i++)
            {
                // Each key is added several times, because it may be there.
                (i / 4).TryFormat(buffer, out _);
                Ignoring(() => dictionary.TryAdd(buffer, i));
                Ignoring(() => concurrent.TryAdd(buffer, i));
            }
        }
        finally
        {
            Volatile.Write(ref ended, true);
            changer.Join();
        }

        CheckKeys(dictionary, dictionary.Count, key => dictionary.ContainsKey(key));
        CheckKeys(concurrent, concurrent.Count, key => concurrent.ContainsKey(key));
    }

    private static char[] Chars(int number) => $"key {number:00000}".PadRight(PaddedLength).ToCharArray();

    private static byte[] Bytes(int number) => Array.ConvertAll(Chars(number), static ascii => (byte)ascii);

    // While a key is added that needs memory of the operating system. Returns how many were refused.
    private int AddWhileChanging<T>(Func<int, T[]> keyOf, T[] other, Action<T[]> add)
    {
        int refused = 0;
        for (int i = 0; i < Keys; i++)
        {
            T[] key = keyOf(i);
            _pages.Fails = _ =>
            {
                other.CopyTo(key);
                return false;
            };
            refused += Ignoring(() => add(key)) ? 0 : 1;
        }

        return refused;
    }

    private static bool Ignoring(Action add)
    {
        try
        {
            add();
            return true;
        }
        catch (InvalidOperationException exception)
        {
            Assert.Contains("pass memory that no other thread changes", exception.Message, StringComparison.Ordinal);
            return false;
        }
    }

    private static void CheckKeys(IEnumerable<KeyValuePair<string, int>> entries, int count, Func<string, bool> contains)
    {
        string[] keys = [.. entries.Select(static entry => entry.Key)];
        Assert.Equal(count, keys.Distinct().Count());
        Assert.All(keys, key => Assert.True(contains(key), key));
    }
}
