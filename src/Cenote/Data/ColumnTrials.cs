namespace Cenote.Data;

/// <summary>
/// Chooses the columns to intern if none are named. A column whose strings rarely repeat is no longer interned, so that keys and
/// names neither cost a lookup per row nor evict strings that repeat.
/// </summary>
/// <remarks>
/// Each column starts with a credit. A new string costs 1, a known one earns 4, so a column is interned while at least a fifth of
/// its strings are known. The initial credit covers the first rows of a column with a few thousand distinct values.
/// </remarks>
internal sealed class ColumnTrials
{
    /// <summary>
    /// The initial and maximum credit. After this many consecutive new strings, a column is no longer interned.
    /// </summary>
    public const int Credit = 2_048;

    private const int Gain = 4;

    private int[] _credits = [];

    public bool Continues(int ordinal) => (uint)ordinal >= (uint)_credits.Length || _credits[ordinal] > 0;

    public void Note(int ordinal, bool found)
    {
        if (ordinal >= _credits.Length)
        {
            Add(ordinal);
        }

        int credit = _credits[ordinal];
        _credits[ordinal] = found ? Math.Min(Credit, credit + Gain) : credit - 1;
    }

    /// <summary>Called after the reader moves to another result, which has other columns.</summary>
    public void Reset() => _credits = [];

    private void Add(int ordinal)
    {
        int known = _credits.Length;
        Array.Resize(ref _credits, ordinal + 1);
        _credits.AsSpan(known).Fill(Credit);
    }
}
