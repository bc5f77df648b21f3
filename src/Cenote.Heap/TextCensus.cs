using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// The distinct strings of a heap and the number of copies of each, off the managed heap. First the distinct strings are
/// numbered. Then the hashes are released, and the copies are counted.
/// </summary>
/// <param name="maxAtOnce">The maximum number of distinct strings per pass.</param>
internal sealed class TextCensus(int maxAtOnce = int.MaxValue) : IDisposable
{
    private const int OldBit = 1 << 31;

    private readonly TextTable _table = new(maxAtOnce);
    private readonly NativeList<int> _counts = new();

    /// <summary>The number of distinct strings, including literals.</summary>
    public int Count => _table.Count;

    /// <summary>All strings except literals.</summary>
    public StringTotals All { get; } = new();

    /// <summary>The old strings among them: in generation 2, large or pinned.</summary>
    public StringTotals Old { get; } = new();

    /// <summary>The number of literals.</summary>
    public long Literals { get; private set; }

    /// <summary>The size of a string of this length.</summary>
    public static long BytesOf(int chars) => Math.Max(24, ((2L * chars) + 22 + 7) & ~7L);

    /// <summary>The length of a distinct string, in chars.</summary>
    public int LengthOf(int text) => _table.LengthOf(text);

    /// <summary>The number of copies of a distinct string, without literals.</summary>
    public int StringsOf(int text) => _counts[text] & ~OldBit;

    /// <inheritdoc cref="TextTable.Fetch"/>
    public void Fetch(UInt128 hash) => _table.Fetch(hash);

    /// <summary>The number of a distinct string, or <see cref="TextTable.Rejected"/> until another pass.</summary>
    public int NumberOf(UInt128 hash, int chars) => _table.Add(hash, chars);

    /// <summary>Starts another pass, for the strings that were rejected.</summary>
    public void BeginPass() => _table.BeginPass();

    /// <summary>Ends numbering, releases the hashes, and starts counting.</summary>
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

    /// <summary>Releases the memory.</summary>
    public void Dispose()
    {
        _table.Dispose();
        _counts.Dispose();
    }
}
