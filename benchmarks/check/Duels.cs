using System.Buffers;
using System.Text;
using Cenote.Arenas;
using Cenote.Buffers;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.IO;
using Cenote.Objects;
using Cenote.Strings;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Check;

/// <summary>Duels for most of the speedups in README, with code as a user would write it.</summary>
internal static class Duels
{
    private const int Buffers = 1_000;

    private static readonly int[] s_lengths = [8, 32, 128, 256];

    /// <summary>All duels, each created only when it runs, so that the data of one does not affect the next.</summary>
    /// <param name="count">The number of strings, keys or objects per duel.</param>
    public static IEnumerable<Func<Duel>> All(int count) =>
    [
        .. s_lengths.Select(length => (Func<Duel>)(() => Strings(length, Math.Min(count, 10_000)))),
        () => ArenaMade(count),
        () => ArenaSorted(count),
        () => Hits(count),
        () => Batches(count * 10 / 3),
        () => Interning(count),
        () => Objects(threads: 1, count),
        () => Objects(threads: 8, count),
        () => OneBuffer(),
        () => ThreeBuffers(),
        () => Lines("lines of a file", count, repeats: 1),
        () => Lines("lines of a file, some 300 bytes", count / 5, repeats: 5),
    ];

    private static Duel Strings(int length, int count)
    {
        var pool = new SegmentedStringPool();
        string text = new('x', length);
        return new($"string pool: {length} chars, all alive, then released", "new string", count, Usual, Own);

        long Usual()
        {
            string[] strings = new string[count];
            for (int i = 0; i < strings.Length; i++)
            {
                strings[i] = new string(text.AsSpan());
            }

            return strings.Length;
        }

        long Own()
        {
            var strings = new PooledStringId[count];
            for (int i = 0; i < strings.Length; i++)
            {
                strings[i] = pool.Allocate(text.AsSpan()).Id;
            }

            foreach (PooledStringId id in strings)
            {
                pool.Free(id);
            }

            return strings.Length;
        }
    }

    private static Duel ArenaMade(int count)
    {
        char[][] texts = Words(count);
        return new("string arena: strings made and released", "new string", count, Usual, Own);

        long Usual()
        {
            string[] strings = new string[texts.Length];
            for (int i = 0; i < texts.Length; i++)
            {
                strings[i] = new string(texts[i]);
            }

            return strings[^1].Length;
        }

        long Own()
        {
            using var arena = new StringArena();
            var strings = new ArenaString[texts.Length];
            for (int i = 0; i < texts.Length; i++)
            {
                strings[i] = arena.Add(texts[i]);
            }

            return strings[^1].Length;
        }
    }

    private static Duel ArenaSorted(int count)
    {
        var arena = new StringArena();
        char[][] texts = Words(count);
        string[] strings = Array.ConvertAll(texts, text => new string(text));
        ArenaString[] own = Array.ConvertAll(texts, text => arena.Add(text));
        return new("string arena: sorted", "Array.Sort, ordinal", count, Usual, Own);

        long Usual()
        {
            var copy = (string[])strings.Clone();
            Array.Sort(copy, StringComparer.Ordinal);
            return copy[copy.Length / 2][0];
        }

        long Own()
        {
            var copy = (ArenaString[])own.Clone();
            arena.Sort(copy);
            return arena.AsSpan(copy[copy.Length / 2])[0];
        }
    }

    private static Duel Hits(int count)
    {
        (char[][] keys, Dictionary<string, int> usual, PooledStringDictionary<int> own) = Dictionaries(count);
        Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> spans = usual.GetAlternateLookup<ReadOnlySpan<char>>();
        return new("dictionary: hits by span, random order", "Dictionary by span", count, Usual, Own);

        long Usual()
        {
            long sum = 0;
            foreach (char[] key in keys)
            {
                spans.TryGetValue(key, out int value);
                sum += value;
            }

            return sum;
        }

        long Own()
        {
            long sum = 0;
            foreach (char[] key in keys)
            {
                own.TryGetValue(key, out int value);
                sum += value;
            }

            return sum;
        }
    }

    // Both dictionaries have the same keys, which are returned in random order.
    private static (char[][] Keys, Dictionary<string, int> Usual, PooledStringDictionary<int> Own) Dictionaries(int count)
    {
        char[][] keys = Words(count);
        var usual = new Dictionary<string, int>(StringComparer.Ordinal);
        var own = new PooledStringDictionary<int>();
        for (int i = 0; i < keys.Length; i++)
        {
            usual.Add(new string(keys[i]), i);
            own.Add(keys[i], i);
        }

        Random.Shared.Shuffle(keys);
        return (keys, usual, own);
    }

    // The keys are ranges of one string, like the fields of a file.
    private static Duel Batches(int count)
    {
        (char[][] keys, Dictionary<string, int> usual, PooledStringDictionary<int> own) = Dictionaries(count);
        string text = string.Concat(keys.Select(key => new string(key)));
        var ranges = new Range[count];
        for (int i = 0, start = 0; i < ranges.Length; i++)
        {
            ranges[i] = start..(start + keys[i].Length);
            start += keys[i].Length;
        }

        Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> spans = usual.GetAlternateLookup<ReadOnlySpan<char>>();
        int[] values = new int[count];
        bool[] found = new bool[count];
        return new("dictionary: a million hits in batches of ranges", "Dictionary by span", count, Usual, Own);

        long Usual()
        {
            for (int i = 0; i < ranges.Length; i++)
            {
                found[i] = spans.TryGetValue(text.AsSpan(ranges[i]), out values[i]);
            }

            return Sum();
        }

        long Own()
        {
            own.TryGetValues(text, ranges, values, found);
            return Sum();
        }

        long Sum()
        {
            long sum = 0;
            foreach (int value in values)
            {
                sum += value;
            }

            return sum;
        }
    }

    private static Duel Interning(int count)
    {
        char[][] texts = Words(count);
        var usual = new System.Collections.Concurrent.ConcurrentDictionary<string, string>(StringComparer.Ordinal);
        var own = new StringInterner();
        foreach (char[] text in texts)
        {
            string made = own.Intern(text);
            usual.TryAdd(made, made);
        }

        Random.Shared.Shuffle(texts);
        var spans = usual.GetAlternateLookup<ReadOnlySpan<char>>();
        return new("interner: strings that are there, by span", "ConcurrentDictionary by span", count, Usual, Own);

        long Usual()
        {
            long sum = 0;
            foreach (char[] text in texts)
            {
                sum += spans.TryGetValue(text, out string? found) ? found.Length : 0;
            }

            return sum;
        }

        long Own()
        {
            long sum = 0;
            foreach (char[] text in texts)
            {
                sum += own.Intern(text).Length;
            }

            return sum;
        }
    }

    private static Duel Objects(int threads, int count)
    {
        Microsoft.Extensions.ObjectPool.ObjectPool<byte[]> usual = new DefaultObjectPoolProvider { MaximumRetained = 64 }.Create(new Arrays());
        var own = new ObjectPool<byte[], OwnArrays>(default, size: 64);
        return new($"object pool: {threads} thread(s)", "Microsoft.Extensions.ObjectPool", threads * count, Usual, Own);

        long Usual() => OnThreads(() =>
        {
            for (int i = 0; i < count; i++)
            {
                byte[] item = usual.Get();
                item[0]++;
                usual.Return(item);
            }
        });

        long Own() => OnThreads(() =>
        {
            for (int i = 0; i < count; i++)
            {
                byte[] item = own.Allocate();
                item[0]++;
                own.Free(item);
            }
        });

        long OnThreads(Action work)
        {
            Thread[] others = [.. Enumerable.Range(1, threads - 1).Select(_ => new Thread(() => work()))];
            Array.ForEach(others, thread => thread.Start());
            work();
            Array.ForEach(others, thread => thread.Join());
            return threads;
        }
    }

    private static Duel OneBuffer()
    {
        return new("scratch: 256 bytes, each line written", "ArrayPool.Shared", Buffers, Usual, Own);

        static long Usual()
        {
            long sum = 0;
            for (int i = 0; i < Buffers; i++)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(256);
                try
                {
                    sum += Write(buffer.AsSpan(0, 256));
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(buffer);
                }
            }

            return sum;
        }

        static long Own()
        {
            long sum = 0;
            for (int i = 0; i < Buffers; i++)
            {
                using ScratchBuffer<byte> buffer = Scratch.Rent<byte>(256);
                sum += Write(buffer.Span);
            }

            return sum;
        }
    }

    private static Duel ThreeBuffers()
    {
        return new("scratch: 256, 512 and 1,024 bytes at a time, each line written", "ArrayPool.Shared", Buffers, Usual, Own);

        static long Usual()
        {
            long sum = 0;
            for (int i = 0; i < Buffers; i++)
            {
                byte[] one = ArrayPool<byte>.Shared.Rent(256);
                byte[] two = ArrayPool<byte>.Shared.Rent(512);
                byte[] three = ArrayPool<byte>.Shared.Rent(1_024);
                try
                {
                    sum += Write(one.AsSpan(0, 256)) + Write(two.AsSpan(0, 512)) + Write(three.AsSpan(0, 1_024));
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(three);
                    ArrayPool<byte>.Shared.Return(two);
                    ArrayPool<byte>.Shared.Return(one);
                }
            }

            return sum;
        }

        static long Own()
        {
            long sum = 0;
            for (int i = 0; i < Buffers; i++)
            {
                using ScratchBuffer<byte> one = Scratch.Rent<byte>(256);
                using ScratchBuffer<byte> two = Scratch.Rent<byte>(512);
                using ScratchBuffer<byte> three = Scratch.Rent<byte>(1_024);
                sum += Write(one.Span) + Write(two.Span) + Write(three.Span);
            }

            return sum;
        }
    }

    private static Duel Lines(string name, int count, int repeats)
    {
        string path = Path.GetTempFileName();
        File.WriteAllLines(
            path,
            Words(count).Select(word => string.Join(';', Enumerable.Repeat($"{new string(word)};a line of a log;{new string(word)}", repeats))));
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        return new(name, "File.ReadLines", count, Usual, Own);

        long Usual()
        {
            long units = 0;
            foreach (string line in File.ReadLines(path))
            {
                units += line.Length;
            }

            return units;
        }

        long Own()
        {
            long units = 0;
            using var reader = new Utf8LineReader(path);
            while (reader.TryRead(out ReadOnlySpan<byte> line))
            {
                units += line.Length;
            }

            return units;
        }
    }

    // Writes one byte of each cache line.
    private static int Write(Span<byte> buffer)
    {
        for (int i = 0; i < buffer.Length; i += 64)
        {
            buffer[i] = (byte)i;
        }

        return buffer[^64];
    }

    // Distinct words of 12 to 43 chars that differ near the beginning.
    private static char[][] Words(int count)
    {
        var random = new Random(1);
        char[][] words = new char[count][];
        for (int i = 0; i < count; i++)
        {
            var word = new StringBuilder($"{random.Next(100, 1_000)}-{i}-");
            int length = random.Next(12, 44);
            while (word.Length < length)
            {
                word.Append((char)random.Next('a', 'z' + 1));
            }

            words[i] = word.ToString().ToCharArray();
        }

        return words;
    }

    private sealed class Arrays : PooledObjectPolicy<byte[]>
    {
        public override byte[] Create() => new byte[256];

        public override bool Return(byte[] obj) => true;
    }

    private readonly struct OwnArrays : IPoolPolicy<byte[]>
    {
        public byte[] Create() => new byte[256];

        public bool Cleanup(byte[] item) => true;
    }
}
