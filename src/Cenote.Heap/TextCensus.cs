using System.IO.Hashing;
using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Every distinct text by its hash of 128 bits, in memory off the managed heap: by chance, two of a billion texts share one once
/// in 10^20 heaps. The texts themselves are not kept.
/// </summary>
internal sealed class TextCensus : IDisposable
{
    private const int OldBit = 1 << 31;

    private readonly NativeDictionary<UInt128, int> _ids = new();
    private readonly ChunkedList<int> _lengths = new();
    private readonly ChunkedList<int> _counts = new();

    /// <summary>How many texts there are, those of literals included.</summary>
    public int Count => _lengths.Count;

    /// <summary>All strings that are no literals.</summary>
    public StringTotals All { get; } = new();

    /// <summary>The long-lived ones among them.</summary>
    public StringTotals Old { get; } = new();

    /// <summary>How many literals there are.</summary>
    public long Literals { get; private set; }

    /// <summary>How many bytes literals take.</summary>
    public long LiteralBytes { get; private set; }

    /// <summary>How many bytes a string of a text takes.</summary>
    public static long BytesOf(int chars) => Math.Max(24, ((2L * chars) + 22 + 7) & ~7L);

    /// <summary>The chars of a text.</summary>
    public int LengthOf(int text) => _lengths[text];

    /// <summary>How many strings have the text, literals left out.</summary>
    public int StringsOf(int text) => _counts[text] & ~OldBit;

    /// <summary>Hashes a text.</summary>
    public static UInt128 Hash(ReadOnlySpan<byte> chars) => XxHash128.HashToUInt128(chars);

    /// <summary>Adds a string.</summary>
    /// <returns>The number of its text.</returns>
    public int Add(UInt128 hash, int chars, HeapAge age)
    {
        ref int id = ref _ids.GetValueRefOrAddDefault(hash, out bool exists);
        if (!exists)
        {
            id = _lengths.Count;
            _lengths.Add(chars);
            _counts.Add(0);
        }

        int text = id;
        long bytes = BytesOf(chars);
        if (age == HeapAge.Literal)
        {
            Literals++;
            LiteralBytes += bytes;
            return text;
        }

        ref int count = ref _counts[text];
        All.Add(bytes, isFirst: (count & ~OldBit) == 0);
        count++;
        if (age == HeapAge.Old)
        {
            Old.Add(bytes, isFirst: (count & OldBit) == 0);
            count |= OldBit;
        }

        return text;
    }

    /// <summary>Gives back the table of hashes, which only <see cref="Add"/> needs.</summary>
    public void Dispose() => _ids.Dispose();
}
