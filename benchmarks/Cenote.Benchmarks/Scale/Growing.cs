using System.Globalization;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;

namespace Cenote.Benchmarks.Scale;

/// <summary>Keys of 22 chars: "order:" and 16 hexadecimal digits, in no particular order.</summary>
internal static class GrowingKey
{
    public const int Length = 22;
    private const string Prefix = "order:";

    public static Span<char> Write(int number, Span<char> destination)
    {
        Prefix.CopyTo(destination);
        ((ulong)number * 0x9E3779B97F4A7C15).TryFormat(destination[Prefix.Length..], out _, "x16", CultureInfo.InvariantCulture);
        return destination[..Length];
    }
}

internal readonly struct GrowingManaged(Dictionary<string, int> entries) : IGrowing<GrowingManaged>
{
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _spans = entries.GetAlternateLookup<ReadOnlySpan<char>>();

    public static GrowingManaged Create(int count) => new(new Dictionary<string, int>(StringComparer.Ordinal));

    public void Add(int number) => entries.Add(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]).ToString(), number);

    public bool Find(int number) =>
        _spans.TryGetValue(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), out int found) && found == number;

    public void Dispose() => entries.Clear();
}

internal readonly struct GrowingDictionary(PooledStringDictionary<int> entries) : IGrowing<GrowingDictionary>
{
    public static GrowingDictionary Create(int count) => new(new PooledStringDictionary<int>());

    public void Add(int number) => entries.Add(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), number);

    public bool Find(int number) =>
        entries.TryGetValue(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), out int found) && found == number;

    public void Dispose() => entries.Dispose();
}

internal readonly struct GrowingSet(PooledStringSet entries) : IGrowing<GrowingSet>
{
    public static GrowingSet Create(int count) => new(new PooledStringSet());

    public void Add(int number) => entries.Add(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]));

    public bool Find(int number) => entries.Contains(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]));

    public void Dispose() => entries.Dispose();
}

/// <summary>The interner's strings are managed, because programs need string objects.</summary>
internal readonly struct GrowingInterner(StringInterner entries) : IGrowing<GrowingInterner>
{
    public static GrowingInterner Create(int count) => new(new StringInterner());

    public void Add(int number) => entries.Intern(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]));

    public bool Find(int number) => entries.TryGet(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), out _);

    public void Dispose() => entries.Clear();
}

/// <summary>Entries are found by the ids that the pool returned; the array of ids counts as memory.</summary>
internal readonly struct GrowingPool(SegmentedStringPool strings, PooledStringId[] ids) : IGrowing<GrowingPool>
{
    public static GrowingPool Create(int count) => new(new SegmentedStringPool(), new PooledStringId[count]);

    public void Add(int number) =>
        ids[number] = strings.Allocate(GrowingKey.Write(number, stackalloc char[GrowingKey.Length])).Id;

    public bool Find(int number) =>
        strings.AsSpan(ids[number]).SequenceEqual(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]));

    public void Dispose() => strings.Dispose();
}

/// <summary>Values of 16 bytes, and a limit so high that nothing is evicted.</summary>
internal readonly struct GrowingCache(ByteCache entries) : IGrowing<GrowingCache>
{
    private const int ValueBytes = 16;
    private const int LargestEntryBytes = 128;

    public static GrowingCache Create(int count) =>
        new(new ByteCache(new ByteCacheOptions { MaximumBytes = (1 << 20) + ((long)count * LargestEntryBytes) }));

    public void Add(int number)
    {
        Span<byte> value = stackalloc byte[ValueBytes];
        value.Fill((byte)number);
        entries.Set(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), value);
    }

    public bool Find(int number)
    {
        Span<byte> value = stackalloc byte[ValueBytes];
        return entries.TryGet(GrowingKey.Write(number, stackalloc char[GrowingKey.Length]), value, out _)
            && value[0] == (byte)number;
    }

    public void Dispose() => entries.Dispose();
}

internal readonly struct GrowingNumbers(Dictionary<long, long> entries) : IGrowing<GrowingNumbers>
{
    public static GrowingNumbers Create(int count) => new([]);

    public void Add(int number) => entries.Add(KeyOf(number), number);

    public bool Find(int number) => entries.TryGetValue(KeyOf(number), out long found) && found == number;

    public void Dispose() => entries.Clear();

    public static long KeyOf(int number) => (long)((ulong)number * 0x9E3779B97F4A7C15);
}

internal readonly struct GrowingNative(NativeDictionary<long, long> entries) : IGrowing<GrowingNative>
{
    public static GrowingNative Create(int count) => new(new NativeDictionary<long, long>(options: null));

    public void Add(int number) => entries.Add(GrowingNumbers.KeyOf(number), number);

    public bool Find(int number) => entries.TryGetValue(GrowingNumbers.KeyOf(number), out long found) && found == number;

    public void Dispose() => entries.Dispose();
}
