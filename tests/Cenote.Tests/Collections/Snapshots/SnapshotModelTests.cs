using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// Random dictionaries are saved and read in every way; the result must equal a dictionary of the framework.
/// </summary>
public sealed class SnapshotModelTests(ITestOutputHelper output) : IDisposable
{
    private const int Rounds = 200;

    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public void Dispose() => File.Delete(_path);

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Utf8)]
    public void Numbers(KeyEncoding encoding) => Check(encoding, ignoreCase: false, TestedValues.Int);

    [Fact]
    public void Bytes() => Check(KeyEncoding.Compact, ignoreCase: false, TestedValues.Byte);

    [Fact]
    public void Values_of_three_bytes() => Check(KeyEncoding.Utf8, ignoreCase: false, TestedValues.Odd);

    [Fact]
    public void Values_of_sixteen_bytes() => Check(KeyEncoding.Compact, ignoreCase: false, TestedValues.Guid);

    [Fact]
    public void Values_of_more_than_a_cache_line() => Check(KeyEncoding.Utf16, ignoreCase: false, TestedValues.Large);

    [Fact]
    public void Keys_without_regard_to_case() => Check(KeyEncoding.Compact, ignoreCase: true, TestedValues.Long);

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Utf8)]
    public void Sets(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(Rounds); round++)
        {
            bool ignoreCase = random.Next(4) == 0;
            using var saved = new PooledStringSet(new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoreCase });
            var model = new HashSet<string>(ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
            for (int i = random.Next(random.Next(1, 2_000)); i > 0; i--)
            {
                string text = Texts.Random(random, random.Next(20));
                Assert.Equal(model.Add(text), saved.Add(text));
                if (random.Next(3) == 0)
                {
                    string other = model.ElementAt(random.Next(Math.Min(20, model.Count)));
                    Assert.Equal(model.Remove(other), saved.Remove(other));
                }
            }

            saved.Save(_path);
            using PooledStringSet loaded = PooledStringSet.Load(_path);
            using PooledStringSet streamed = PooledStringSet.Load(new OneWayStream(File.ReadAllBytes(_path)));
            Assert.True(loaded.SetEquals(model) && streamed.SetEquals(model));
            if (ignoreCase)
            {
                Assert.Throws<InvalidDataException>(() => FrozenPooledStringSet.Open(_path));
                continue;
            }

            using FrozenPooledStringSet opened = FrozenPooledStringSet.Open(_path);
            using FrozenPooledStringSet copied = FrozenPooledStringSet.OpenCopy(_path);
            foreach (FrozenPooledStringSet frozen in (FrozenPooledStringSet[])[opened, copied])
            {
                frozen.Verify();
                Assert.Equal(model.Count, frozen.Count);
                Assert.True(model.SetEquals(frozen));
                Assert.All(model, text => Assert.True(frozen.Contains(text)));
                for (int i = 0; i < 50; i++)
                {
                    string text = Texts.Random(random, random.Next(20));
                    Assert.Equal(model.Contains(text), frozen.Contains(text));
                }
            }
        }
    }

    private void Check<TValue>(KeyEncoding encoding, bool ignoreCase, Func<int, TValue> valueOf)
        where TValue : unmanaged
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(Rounds); round++)
        {
            var options = new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoreCase };
            using var saved = new PooledStringDictionary<TValue>(options);
            var model = new Dictionary<string, TValue>(
                ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
            int steps = round % 20 == 0 ? 30_000 : random.Next(0, 400);
            Change(saved, model, random, steps, valueOf);
            saved.Save(_path);
            byte[] bytes = File.ReadAllBytes(_path);

            using PooledStringDictionary<TValue> loaded = PooledStringDictionary<TValue>.Load(_path);
            CheckSame(loaded, model);
            Change(loaded, model, random, random.Next(200), valueOf);
            CheckSame(loaded, model);
            loaded.Trim();
            CheckSame(loaded, model);
            Change(loaded, model, random, random.Next(200), valueOf);
            CheckSame(loaded, model);
            CheckConversion(bytes, saved, random);

            if (ignoreCase)
            {
                Assert.Contains(
                    "Load",
                    Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<TValue>.Open(_path)).Message,
                    StringComparison.Ordinal);
                continue;
            }

            using FrozenPooledStringDictionary<TValue> opened = FrozenPooledStringDictionary<TValue>.Open(_path);
            using FrozenPooledStringDictionary<TValue> copied = FrozenPooledStringDictionary<TValue>.OpenCopy(new MemoryStream(bytes));
            Assert.Equal(!OperatingSystem.IsWindows(), opened.IsMapped);
            Assert.False(copied.IsMapped);
            CheckFrozen(opened, saved, random);
            CheckFrozen(copied, saved, random);
        }
    }

    private static void Change<TValue>(
        PooledStringDictionary<TValue> dictionary,
        Dictionary<string, TValue> model,
        Random random,
        int steps,
        Func<int, TValue> valueOf)
        where TValue : unmanaged
    {
        string[] keys = [.. model.Keys];
        for (int step = 0; step < steps; step++)
        {
            if (random.Next(3) == 0 && keys.Length > 0)
            {
                string key = keys[random.Next(keys.Length)];
                Assert.Equal(model.Remove(key), dictionary.Remove(key));
                continue;
            }

            string added = random.Next(4) switch
            {
                0 => $"key {random.Next(5_000)}",
                1 => Texts.Random(random, random.Next(12)),
                2 => Texts.RandomValid(random, random.Next(40)) + (random.Next(30) == 0 ? "\uFFFD" : ""),
                _ => new string((char)('a' + random.Next(26)), step % 1_000 == 999 ? random.Next(60_000, 150_000) : random.Next(300)),
            };
            TValue value = valueOf(random.Next());
            model[added] = value;
            dictionary[added] = value;
            if (step % 1_000 == 0)
            {
                keys = [.. model.Keys];
            }
        }
    }

    private static void CheckSame<TValue>(PooledStringDictionary<TValue> dictionary, Dictionary<string, TValue> model)
        where TValue : unmanaged
    {
        Assert.Equal(model.Count, dictionary.Count);
        foreach ((string key, TValue value) in model)
        {
            Assert.Equal(value, dictionary[key]);
            if (Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(key)) == key)
            {
                Assert.True(dictionary.TryGetValue(Encoding.UTF8.GetBytes(key), out TValue same));
                Assert.Equal(value, same);
            }

            Assert.Equal(model.ContainsKey(key + "~"), dictionary.ContainsKey(key + "~"));
        }

        Assert.Equal(model.Count, dictionary.Count(pair => model[pair.Key].Equals(pair.Value)));
    }

    // The saved dictionary has not changed since it was saved.
    private static void CheckFrozen<TValue>(
        FrozenPooledStringDictionary<TValue> frozen, PooledStringDictionary<TValue> saved, Random random)
        where TValue : unmanaged
    {
        frozen.Verify();
        Assert.Equal(saved.Count, frozen.Count);
        Assert.Equal(saved.AsEnumerable(), frozen.AsEnumerable());
        Assert.Equal(saved.Keys, frozen.Keys);
        byte[] buffer = new byte[600_000];
        foreach ((ReadOnlySpan<char> key, TValue value) in frozen)
        {
            Assert.Equal(saved[key], value);
            Assert.Equal(value, frozen[key]);
            string longer = $"{key}{(char)random.Next(0x10000)}";
            Assert.Equal(saved.ContainsKey(longer), frozen.ContainsKey(longer));
            byte[] utf8 = Encoding.UTF8.GetBytes(key.ToString());
            Assert.Equal(saved.TryGetValue(utf8, out TValue expected), frozen.TryGetValue(utf8, out TValue found));
            Assert.Equal(expected, found);
            if (utf8.Length > 0)
            {
                utf8[random.Next(utf8.Length)] = (byte)random.Next(256);
                Assert.Equal(saved.ContainsKey(utf8), frozen.ContainsKey(utf8));
            }
        }

        foreach (FrozenPooledStringDictionary<TValue>.Entry entry in frozen)
        {
            Assert.True(entry.TryCopyKeyUtf8(buffer, out int written));
            Assert.Equal(Encoding.UTF8.GetBytes(entry.Key.ToString()), buffer[..written]);
        }
    }

    private static void CheckConversion<TValue>(byte[] bytes, PooledStringDictionary<TValue> saved, Random random)
        where TValue : unmanaged
    {
        var options = new PooledStringDictionaryOptions { KeyEncoding = (KeyEncoding)random.Next(3), Capacity = random.Next(3_000) };
        using var stream = new OneWayStream(bytes);
        using PooledStringDictionary<TValue> converted = PooledStringDictionary<TValue>.Load(stream, options);
        Assert.Equal(saved.Count, converted.Count);
        Assert.All(saved, pair => Assert.Equal(pair.Value, converted[pair.Key]));
    }
}
