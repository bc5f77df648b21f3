using Cenote.Caching;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// Damaged and hostile files: small snapshots with some bytes changed, most of them with corrected checksums. They are between
/// pages that fault, so an overread crashes the process. <c>CENOTE_SOAK_SECONDS</c> sets the time for each kind.
/// </summary>
public sealed class SnapshotFuzzTests(ITestOutputHelper output)
{
    private const int Files = 40_000;

    // Loads only one file in this many: loading almost always throws, and so takes most of the time.
    private const int LoadShare = 8;
    private const int VerifyShare = 4;

    private static readonly string[] s_questions = ["key 1", "key 17", "", "schlüssel 3", "nowhere", "\uFFFD", new string('k', 70_000)];

    private static readonly byte[][] s_questionsUtf8 =
        [.. s_questions.Select(System.Text.Encoding.UTF8.GetBytes), [0xff, (byte)'k'], "k\xe2\x28"u8.ToArray()];

    private readonly SnapshotFuzz _fuzz = new(output);

    [Theory]
    [InlineData(KeyEncoding.Compact, 3)]
    [InlineData(KeyEncoding.Utf8, 40)]
    [InlineData(KeyEncoding.Utf16, 12)]
    public void Dictionaries_of_changed_files_are_refused_or_read_within_bounds(KeyEncoding encoding, int keys) =>
        _fuzz.Run(DictionaryOf(encoding, keys, TestedValues.Int), Files, UseDictionary<int>);

    [Fact]
    public void Dictionaries_with_a_long_key() =>
        _fuzz.Run(DictionaryOf(KeyEncoding.Compact, 5, TestedValues.Int, longKey: true), Files / 2, UseDictionary<int>);

    [Fact]
    public void Dictionaries_with_values_of_three_bytes() =>
        _fuzz.Run(DictionaryOf(KeyEncoding.Compact, 9, TestedValues.Odd), Files, UseDictionary<Odd>);

    [Fact]
    public void Dictionaries_with_values_of_more_than_a_cache_line() =>
        _fuzz.Run(DictionaryOf(KeyEncoding.Utf16, 6, TestedValues.Large), Files, UseDictionary<Large>);

    [Fact]
    public void Dictionaries_that_ignored_case() =>
        _fuzz.Run(DictionaryOf(KeyEncoding.Compact, 12, TestedValues.Long, ignoreCase: true), Files / 2, LoadIgnoringCase);

    [Fact]
    public void Dictionaries_of_more_than_a_piece_with_the_file_read_by_another_thread() =>
        _fuzz.Run(DictionaryOf(KeyEncoding.Compact, 60_000, TestedValues.Large), Files / 100, LoadOverlapped);

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf8)]
    public void Sets(KeyEncoding encoding)
    {
        using var set = new PooledStringSet(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        for (int i = 0; i < 20; i++)
        {
            set.Add(KeyOf(i));
        }

        using var stream = new MemoryStream();
        set.Save(stream);
        _fuzz.Run(stream.ToArray(), Files, UseSet);
    }

    [Fact]
    public void Tables_of_texts()
    {
        using var table = new StringTable();
        for (int i = 0; i < 20; i++)
        {
            table.GetOrAdd($"key {i}");
        }

        using var stream = new MemoryStream();
        table.Save(stream);
        _fuzz.Run(stream.ToArray(), Files, UseTable);
    }

    [Fact]
    public void Caches()
    {
        using var cache = new ByteCache();
        for (int i = 0; i < 10; i++)
        {
            cache.Set(KeyOf(i), new byte[i * 30], new CacheEntryOptions
            {
                Expiration = i % 3 == 0 ? TimeSpan.FromHours(1) : null,
                Sliding = i % 5 == 0 ? TimeSpan.FromMinutes(20) : null,
            });
        }

        using var stream = new MemoryStream();
        cache.Save(stream);
        _fuzz.Run(stream.ToArray(), Files, UseCache);
    }

    private static string KeyOf(int number) => number % 4 == 3 ? $"schlüssel {number}" : $"key {number}";

    private static byte[] DictionaryOf<TValue>(
        KeyEncoding encoding, int keys, Func<int, TValue> valueOf, bool longKey = false, bool ignoreCase = false)
    {
        using var values = new PooledStringDictionary<TValue>(
            new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoreCase });
        for (int i = 0; i < keys; i++)
        {
            values.Add(KeyOf(i), valueOf(i));
        }

        values.Add("", valueOf(-1));
        values["\uFFFDk"] = valueOf(1);
        if (longKey)
        {
            values.Add(new string('k', 70_000), valueOf(2));
        }

        using var stream = new MemoryStream();
        values.Save(stream);
        return stream.ToArray();
    }

    private static void UseDictionary<TValue>(SnapshotImage image, byte[] file, Random random)
        where TValue : unmanaged
    {
        EntrySnapshot<TValue>.CheckFrozen(image.Header);
        using var frozen = new FrozenPooledStringDictionary<TValue>(image);
        foreach (string key in s_questions)
        {
            frozen.TryGetValue(key, out _);
        }

        foreach (byte[] key in s_questionsUtf8)
        {
            frozen.TryGetValue(key, out _);
        }

        if (random.Next(LoadShare) == 0)
        {
            using PooledStringDictionary<TValue> loaded = PooledStringDictionary<TValue>.Load(
                random.Next(2) == 0 ? new MemoryStream(file) : new OneWayStream(file),
                random.Next(4) == 0 ? new PooledStringDictionaryOptions { KeyEncoding = (KeyEncoding)random.Next(3) } : null);
            UseLoaded(loaded, random);
        }

        long chars = 0;
        foreach ((ReadOnlySpan<char> key, TValue _) in frozen)
        {
            foreach (char unit in key)
            {
                chars += unit;
            }
        }

        if (random.Next(VerifyShare) == 0)
        {
            frozen.Verify();
        }

        Assert.True(chars >= 0);
    }

    // With new options, keys that differ only in case throw ArgumentException instead of InvalidDataException.
    private static void LoadIgnoringCase(SnapshotImage image, byte[] file, Random random)
    {
        bool asSaved = random.Next(2) == 0;
        try
        {
            using PooledStringDictionary<long> loaded = PooledStringDictionary<long>.Load(
                random.Next(2) == 0 ? new MemoryStream(file) : new OneWayStream(file),
                asSaved ? null : new PooledStringDictionaryOptions
                {
                    IgnoreCase = random.Next(2) == 0,
                    KeyEncoding = (KeyEncoding)random.Next(3),
                });
            UseLoaded(loaded, random);
        }
        catch (ArgumentException) when (!asSaved)
        {
        }
    }

    private static void LoadOverlapped(SnapshotImage image, byte[] file, Random random)
    {
        using PooledStringDictionary<Large> loaded = PooledStringDictionary<Large>.Load(
            random.Next(2) == 0 ? new MemoryStream(file) : new OneWayStream(file), null, overlaps: true, PageSource.System);
        UseLoaded(loaded, random);
    }

    private static void UseSet(SnapshotImage image, byte[] file, Random random)
    {
        EntrySnapshot<NoValue>.CheckFrozen(image.Header);
        using var frozen = new FrozenPooledStringSet(new FrozenPooledStringDictionary<NoValue>(image));
        int found = s_questions.Count(key => frozen.Contains(key)) + s_questionsUtf8.Count(key => frozen.Contains(key));
        if (random.Next(LoadShare) == 0)
        {
            using PooledStringSet loaded = PooledStringSet.Load(new MemoryStream(file));
            found += loaded.Add("another") ? 1 : 0;
        }

        foreach (ReadOnlySpan<char> key in frozen)
        {
            found += key.Length;
        }

        if (random.Next(VerifyShare) == 0)
        {
            frozen.Verify();
        }

        Assert.True(found >= 0);
    }

    // Uses the loaded cache, whose lengths and times came from the file.
    private static void UseCache(SnapshotImage image, byte[] file, Random random)
    {
        using ByteCache cache = ByteCache.Load(
            random.Next(2) == 0 ? new MemoryStream(file) : new OneWayStream(file),
            new ByteCacheOptions { MaximumBytes = ByteCacheOptions.SmallestMaximumBytes });
        int bytes = 0;
        for (int i = 0; i < 10; i++)
        {
            string key = KeyOf(i);
            if (cache.TryRead(key, 0, static (value, _) => value.ToArray(), out byte[]? value))
            {
                bytes += value!.Length;
            }

            if (random.Next(4) == 0)
            {
                cache.Remove(key);
            }

            cache.Set(key, new byte[random.Next(100)]);
        }

        if (random.Next(LoadShare) == 0)
        {
            using var again = new MemoryStream();
            cache.Save(again);
            new SnapshotFormat(again.ToArray()).ReadEntries();
        }

        Assert.InRange(bytes, 0, file.Length);
    }

    private static void UseLoaded<TValue>(PooledStringDictionary<TValue> loaded, Random random)
        where TValue : unmanaged
    {
        foreach (string key in s_questions)
        {
            loaded.TryGetValue(key, out _);
            if (random.Next(3) == 0)
            {
                loaded.Remove(key);
            }

            loaded[key] = default;
        }

        for (int i = 0; i < 50; i++)
        {
            loaded[$"another {i}"] = default;
        }

        foreach (byte[] key in s_questionsUtf8)
        {
            loaded.TryGetValue(key, out _);
        }

        if (random.Next(4) == 0)
        {
            loaded.Trim();
        }

        Assert.True(loaded.AsEnumerable().Count() >= 50);
    }

    private static void UseTable(SnapshotImage image, byte[] file, Random random)
    {
        FrozenStringTable.Check(image.Header);
        using var frozen = new FrozenStringTable(image);
        foreach (string text in s_questions)
        {
            frozen.TryGetId(text, out _);
        }

        foreach (byte[] text in s_questionsUtf8)
        {
            frozen.TryGetId(text, out _);
        }

        int sum = 0;
        for (int id = -1; id <= Math.Min(frozen.Count, 100); id++)
        {
            if (frozen.TryGetSpan(id, out ReadOnlySpan<char> text))
            {
                foreach (char unit in text)
                {
                    sum += unit;
                }
            }
        }

        if (random.Next(LoadShare) == 0)
        {
            using StringTable loaded = StringTable.Load(new MemoryStream(file));
            sum += loaded.GetOrAdd("another");
        }

        if (random.Next(VerifyShare) == 0)
        {
            frozen.Verify();
        }

        Assert.NotEqual(int.MinValue, sum);
    }
}
