using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Every distinct text and how many strings have it, in memory off the managed heap: first the texts are numbered, and then,
/// without the table for that, the strings are counted.
/// </summary>
/// <param name="maxAtOnce">How many texts are numbered in a pass.</param>
internal sealed class TextCensus(int maxAtOnce = int.MaxValue) : IDisposable
{
    private const int OldBit = 1 << 31;

    private readonly TextTable _table = new(maxAtOnce);
    private readonly NativeList<int> _counts = new();

    /// <summary>How many texts there are, those of literals included.</summary>
    public int Count => _table.Count;

    /// <summary>All strings that are no literals.</summary>
    public StringTotals All { get; } = new();

    /// <summary>The old ones among them: in generation 2, large or pinned.</summary>
    public StringTotals Old { get; } = new();

    /// <summary>How many literals there are.</summary>
    public long Literals { get; private set; }

    /// <summary>How many bytes a string of a text takes.</summary>
    public static long BytesOf(int chars) => Math.Max(24, ((2L * chars) + 22 + 7) & ~7L);

    /// <summary>The chars of a text.</summary>
    public int LengthOf(int text) => _table.LengthOf(text);

    /// <summary>How many strings have the text, literals left out.</summary>
    public int StringsOf(int text) => _counts[text] & ~OldBit;

    /// <inheritdoc cref="TextTable.Fetch"/>
    public void Fetch(UInt128 hash) => _table.Fetch(hash);

    /// <summary>The number of a text, or <see cref="TextTable.Rejected"/> until another pass.</summary>
    public int NumberOf(UInt128 hash, int chars) => _table.Add(hash, chars);

    /// <summary>Begins another pass, for strings whose texts were rejected.</summary>
    public void BeginPass() => _table.BeginPass();

    /// <summary>Ends numbering, gives back the hashes, and begins counting.</summary>
    public void EndNumbering()
    {
        _table.EndAdding();
        for (int text = 0; text < _table.Count; text++)
        {
            _counts.Add(0);
        }
    }

    /// <summary>Counts a string.</summary>
    public void CountString(int text, HeapAge age)
    {
        long bytes = BytesOf(LengthOf(text));
        if (age == HeapAge.Literal)
        {
            Literals++;
            return;
        }

        ref int count = ref _counts[text];
        All.Add(bytes, isFirst: (count & ~OldBit) == 0);
        count++;
        if (age == HeapAge.Old)
        {
            Old.Add(bytes, isFirst: (count & OldBit) == 0);
            count |= OldBit;
        }
    }

    /// <summary>Gives the memory back.</summary>
    public void Dispose()
    {
        _table.Dispose();
        _counts.Dispose();
    }
}
