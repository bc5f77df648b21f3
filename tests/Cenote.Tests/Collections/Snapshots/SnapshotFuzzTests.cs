using System.Diagnostics;
using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections;

/// <summary>
/// Damaged and hostile files: small snapshots of which some bytes were changed, most of them with checksums that fit again. They
/// lie between pages that fault, so reading a byte too far ends the process. <c>CENOTE_SOAK_SECONDS</c> says for how long, for
/// each kind.
/// </summary>
public sealed unsafe class SnapshotFuzzTests(ITestOutputHelper output)
{
    private const int Files = 40_000;
    private const int Batch = 500;

    // Not with each file: these take most of the time, because they nearly always throw.
    private const int LoadShare = 8;
    private const int VerifyShare = 4;

    private static readonly string[] s_questions = ["key 1", "key 17", "", "schlüssel 3", "nowhere", "\uFFFD", new string('k', 70_000)];

    private static readonly byte[][] s_questionsUtf8 =
        [.. s_questions.Select(System.Text.Encoding.UTF8.GetBytes), [0xff, (byte)'k'], "k\xe2\x28"u8.ToArray()];

    [Theory]
    [InlineData(KeyEncoding.Compact, 3)]
    [InlineData(KeyEncoding.Utf8, 40)]
    [InlineData(KeyEncoding.Utf16, 12)]
    public void Dictionaries_of_changed_files_are_refused_or_read_within_bounds(KeyEncoding encoding, int keys) =>
        Fuzz(DictionaryOf(encoding, keys, longKey: false), UseDictionary<int>);

    [Fact]
    public void Dictionaries_with_long_keys_and_large_values() =>
        Fuzz(DictionaryOf(KeyEncoding.Compact, 5, longKey: true), UseDictionary<int>);

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
        Fuzz(stream.ToArray(), UseTable);
    }

    private delegate void Use(SnapshotImage image, byte[] file, Random random);

    private void Fuzz(byte[] snapshot, Use use)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var memory = new GuardedMemory(snapshot.Length);
        var watch = Stopwatch.StartNew();
        long files = 0;
        long refused = 0;
        do
        {
            for (int i = 0; i < Math.Min(Batch, RunSettings.Length(Files)); i++)
            {
                byte[] file = Change(snapshot, random);
                byte* start = memory.Place(file, atEnd: random.Next(2) == 0);
                try
                {
                    SnapshotHeader header = SnapshotHeader.Read(new ReadOnlySpan<byte>(start, file.Length), (ulong)file.Length);
                    use(new SnapshotImage(start, in header, memory: null), file, random);
                }
                catch (Exception exception)
                    when (exception is InvalidDataException or OutOfMemoryException or InsufficientMemoryException)
                {
                    refused++;
                }
                catch (Exception exception)
                {
                    throw new XunitException($"CENOTE_SEED={seed}, file {files}: {exception}", exception);
                }

                files++;
            }
        }
        while (RunSettings.Soak > TimeSpan.Zero ? watch.Elapsed < RunSettings.Soak : files < RunSettings.Length(Files));

        output.WriteLine($"{files:N0} files, of which {refused:N0} were refused at some time");
        Assert.InRange(refused, 1, files - 1);
    }

    private static byte[] DictionaryOf(KeyEncoding encoding, int keys, bool longKey)
    {
        using var numbers = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = encoding });
        for (int i = 0; i < keys; i++)
        {
            numbers.Add(i % 4 == 3 ? $"schlüssel {i}" : $"key {i}", i);
        }

        numbers.Add("", -1);
        numbers["\uFFFDk"] = 1;
        if (longKey)
        {
            numbers.Add(new string('k', 70_000), 2);
        }

        using var stream = new MemoryStream();
        numbers.Save(stream);
        return stream.ToArray();
    }

    // One byte, a few, or a word; as a vandal does, or as somebody who knows the format.
    private static byte[] Change(byte[] snapshot, Random random)
    {
        byte[] file = [.. snapshot];
        int changes = 1 + random.Next(random.Next(1, 12));
        for (int i = 0; i < changes; i++)
        {
            int end = random.Next(8) == 0 ? 128 : file.Length;
            int position = random.Next(random.Next(8) == 0 ? 0 : Math.Min(SnapshotHeader.Size, end - 1), end);
            switch (random.Next(4))
            {
                case 0:
                    file[position] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    file[position] = (byte)random.Next(256);
                    break;
                case 2:
                    position = Math.Min(position & ~3, file.Length - 4);
                    uint word = random.Next(6) switch
                    {
                        0 => uint.MaxValue,
                        1 => 0x8000_0000,
                        2 => 0xC000_0000 | (uint)random.Next(64),
                        3 => 0x3FFF_FFFF,
                        4 => (uint)random.Next(file.Length),
                        _ => 0,
                    };
                    MemoryMarshal.Write(file.AsSpan(position), word);
                    break;
                default:
                    int from = random.Next(SnapshotHeader.Size, file.Length);
                    int length = Math.Min(random.Next(1, 80), file.Length - Math.Max(from, position));
                    file.AsSpan(from, length).CopyTo(file.AsSpan(position));
                    break;
            }
        }

        if (random.Next(4) != 0)
        {
            Seal(file);
        }

        return file;
    }

    // Makes the checksums fit again, as far as the header allows.
    private static void Seal(byte[] file)
    {
        MemoryMarshal.Write(file.AsSpan(SnapshotHeader.Size - 4), Crc32C.Append(0, file.AsSpan(0, SnapshotHeader.Size - 4)));
        var header = MemoryMarshal.Read<SnapshotHeader>(file);
        ulong[] bounds = [SnapshotHeader.CellsOffset, header.TableOffset, header.IdsOffset, header.SumsOffset];
        if (header.ExpectedFileBytes != (ulong)file.Length || bounds.Any(bound => bound > (ulong)file.Length))
        {
            return;
        }

        int sums = (int)header.SumsOffset;
        int place = sums;
        for (int section = 0; section < 3; section++)
        {
            if (bounds[section + 1] > bounds[section])
            {
                MemoryMarshal.Write(
                    file.AsSpan(place),
                    Crc32C.Append(0, file.AsSpan((int)bounds[section], (int)(bounds[section + 1] - bounds[section]))));
                place += 4;
            }
        }

        MemoryMarshal.Write(file.AsSpan(place), Crc32C.Append(0, file.AsSpan(sums, place - sums)));
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
            frozen.TryGetValueUtf8(key, out _);
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
            loaded.TryGetValueUtf8(key, out _);
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
            frozen.TryGetIdUtf8(text, out _);
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
