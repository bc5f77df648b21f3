using System.Buffers.Binary;
using System.Text;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// The compatibility promise: committed files of version 1 can still be read, and new files match the format page.
/// </summary>
public sealed class SnapshotFormatTests(ITestOutputHelper output) : IDisposable
{
    // The keys of the committed files.
    private static readonly string[] s_keys = ["Dos Ojos", "Sac Actun", "", "Yucatán", "a", "4567", "\uD83D\uDC0B whale", "0123456789abcdef!"];

    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public void Dispose() => File.Delete(_path);

    [Theory]
    [InlineData("dictionary-compact", 1)]
    [InlineData("dictionary-utf8", 3)]
    [InlineData("dictionary-utf16", 0)]
    public void A_dictionary_of_version_1_is_read(string name, uint flags)
    {
        var format = new SnapshotFormat(Write(name));
        Assert.Equal((1u, flags, "System.Int32"), (format.Kind, format.Flags, format.ValueType));
        Assert.Equal(
            s_keys.Select(static (key, i) => (key, 1_000 * i)).Order(),
            format.ReadCells().Select(static cell => (cell.Key, BinaryPrimitives.ReadInt32LittleEndian(cell.Value))).Order());

        using PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(_path);
        using FrozenPooledStringDictionary<int> opened = FrozenPooledStringDictionary<int>.Open(_path);
        opened.Verify();
        Assert.Equal((s_keys.Length, s_keys.Length), (loaded.Count, opened.Count));
        for (int i = 0; i < s_keys.Length; i++)
        {
            Assert.Equal((1_000 * i, 1_000 * i), (loaded[s_keys[i]], opened[s_keys[i]]));
        }
    }

    [Fact]
    public void A_set_of_version_1_is_read()
    {
        var format = new SnapshotFormat(Write("set"));
        Assert.Equal((2u, 1u, ""), (format.Kind, format.Flags, format.ValueType));
        Assert.Equal(s_keys.Order(StringComparer.Ordinal), format.ReadCells().Select(static cell => cell.Key).Order(StringComparer.Ordinal));

        using PooledStringSet loaded = PooledStringSet.Load(_path);
        using FrozenPooledStringSet opened = FrozenPooledStringSet.Open(_path);
        opened.Verify();
        Assert.Equal((s_keys.Length, s_keys.Length), (loaded.Count, opened.Count));
        Assert.All(s_keys, key => Assert.True(loaded.Contains(key) && opened.Contains(key)));
    }

    [Fact]
    public void A_table_of_version_1_is_read()
    {
        var format = new SnapshotFormat(Write("table"));
        Assert.Equal((3u, 0u, "System.Int32"), (format.Kind, format.Flags, format.ValueType));
        Assert.Equal(s_keys, format.ReadCells().Select(static cell => cell.Key));

        using StringTable loaded = StringTable.Load(_path);
        using FrozenStringTable opened = FrozenStringTable.Open(_path);
        opened.Verify();
        Assert.Equal((s_keys.Length, s_keys.Length), (loaded.Count, opened.Count));
        for (int id = 0; id < s_keys.Length; id++)
        {
            Assert.True(loaded.AsSpan(id).SequenceEqual(s_keys[id]) && opened.AsSpan(id).SequenceEqual(s_keys[id]));
            Assert.True(opened.TryGetId(s_keys[id], out int found) && found == id);
        }
    }

    [Fact]
    public void A_cache_of_version_1_is_read()
    {
        List<(string Key, byte[] Value, long End, long Sliding, long LastUse)> entries =
            new SnapshotFormat(Write("cache")).ReadEntries();
        Assert.Equal(
            ["forever: 1, 2, 3", "schlüssel: ", "until 2900: 4"],
            entries.Select(static entry => $"{entry.Key}: {string.Join(", ", entry.Value)}").Order(StringComparer.Ordinal));

        // The clock of a cache counts milliseconds.
        Assert.Equal(
            [Seconds(long.MaxValue), Seconds(long.MaxValue), Seconds(new DateTime(2900, 1, 1).Ticks)],
            entries.OrderBy(static entry => entry.Key, StringComparer.Ordinal).Select(static entry => Seconds(entry.End)));

        using ByteCache loaded = ByteCache.Load(_path);
        Assert.Equal(3, loaded.Count);
        Assert.True(loaded.TryRead("until 2900", 0, static (value, _) => value.ToArray(), out byte[]? value));
        Assert.Equal([4], value!);
    }

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf8)]
    [InlineData(KeyEncoding.Utf16)]
    public void What_is_saved_today_is_what_the_page_says(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(100); round++)
        {
            using var dictionary = new PooledStringDictionary<long>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
            using var set = new PooledStringSet(new PooledStringDictionaryOptions { KeyEncoding = encoding });
            using var table = new StringTable();
            var model = new Dictionary<string, long>(StringComparer.Ordinal);
            var texts = new List<string>();
            for (int i = random.Next(random.Next(2_000)); i > 0; i--)
            {
                string key = i % 400 == 7 ? new string('x', random.Next(100_000)) : ValidText(random);
                model[key] = dictionary[key] = random.NextInt64();
                set.Add(key);
                if (table.GetOrAdd(key) == texts.Count)
                {
                    texts.Add(key);
                }
            }

            // Saving to a file writes in a different order from saving to a stream.
            dictionary.Save(_path);
            using var stream = new MemoryStream();
            dictionary.Save(stream);
            foreach (byte[] file in (byte[][])[File.ReadAllBytes(_path), stream.ToArray()])
            {
                Assert.Equal(
                    model.Select(static pair => (pair.Key, pair.Value)).Order(),
                    new SnapshotFormat(file).ReadCells()
                        .Select(static cell => (cell.Key, BinaryPrimitives.ReadInt64LittleEndian(cell.Value))).Order());
            }

            set.Save(_path);
            Assert.Equal(
                model.Keys.Order(StringComparer.Ordinal),
                new SnapshotFormat(File.ReadAllBytes(_path)).ReadCells().Select(static cell => cell.Key).Order(StringComparer.Ordinal));
            table.Save(_path);
            Assert.Equal(texts, new SnapshotFormat(File.ReadAllBytes(_path)).ReadCells().Select(static cell => cell.Key));
        }
    }

    [Fact]
    public void Entries_of_a_cache_are_saved_as_the_page_says()
    {
        var clock = new SettableClock();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        cache.Set("sliding", [1, 2], new CacheEntryOptions { Sliding = TimeSpan.FromMinutes(30) });
        cache.Set("schlüssel", new byte[5_000], new CacheEntryOptions { Expiration = TimeSpan.FromMinutes(10) });
        cache.Set("tagged", [1], new CacheEntryOptions { Tag = "a" });
        using var stream = new MemoryStream();
        cache.Save(stream);

        long now = clock.Calendar.UtcTicks;
        Assert.Equal(
            [("schlüssel", 5_000, now + TimeSpan.FromMinutes(10).Ticks, 0, 0), ("sliding", 2, long.MaxValue, 1_800_000, now)],
            new SnapshotFormat(stream.ToArray()).ReadEntries()
                .Select(static entry => (entry.Key, entry.Value.Length, entry.End, entry.Sliding, entry.LastUse)).Order());
    }

    private static long Seconds(long ticks) => ticks / TimeSpan.TicksPerSecond;

    // Keys have no lone surrogates: only UTF-16 can represent these, so this reader could not compare them.
    private static string ValidText(Random random) =>
        Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(Texts.Random(random, random.Next(40))));

    private byte[] Write(string name)
    {
        using Stream resource = typeof(SnapshotFormatTests).Assembly.GetManifestResourceStream($"{name}.cenote")!;
        byte[] file = new byte[resource.Length];
        resource.ReadExactly(file);
        Assert.InRange(file.Length, 1, 2_048);
        File.WriteAllBytes(_path, file);
        return file;
    }
}
