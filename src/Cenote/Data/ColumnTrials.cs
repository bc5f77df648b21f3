namespace Cenote.Data;

/// <summary>
/// Chooses the columns to intern if none are named. A column whose strings rarely repeat is skipped most of the time, so that
/// keys and names neither cost a lookup per row nor evict strings that repeat.
/// </summary>
/// <remarks>
/// Each trial of a column starts with a credit. A new string costs 1, a known one earns 4, so a column is interned while at least
/// a fifth of its strings are known. A column without credit is skipped, and tried again after twice as many strings each time:
/// each trial adds strings that the next one knows, so a column with tens of thousands of distinct values passes a later trial.
/// </remarks>
internal sealed class ColumnTrials
{
    /// <summary>The initial and maximum credit. A trial ends after this many consecutive new strings.</summary>
    public const int Credit = 2_048;

    /// <summary>The number of strings that are skipped after the first trial.</summary>
    public const int FirstSkip = 8 * Credit;

    private const int Gain = 4;

    private Column[] _columns = [];

    public bool Continues(int ordinal)
    {
        if ((uint)ordinal >= (uint)_columns.Length || _columns[ordinal].Credit > 0)
        {
            return true;
        }

        ref Column column = ref _columns[ordinal];
        column.Credit = column.Credit == -1 ? Credit : column.Credit + 1;
        return false;
    }

    public void Note(int ordinal, bool found)
    {
        if (ordinal >= _columns.Length)
        {
            Add(ordinal);
        }

        ref Column column = ref _columns[ordinal];
        column.Credit = found ? Math.Min(Credit, column.Credit + Gain) : column.Credit - 1;
        if (column.Credit == 0)
        {
            column.Credit = -column.Skip;
            column.Skip *= 2;
        }
    }

    /// <summary>Called after the reader moves to another result, which has other columns.</summary>
    public void Reset() => _columns = [];

    private void Add(int ordinal)
    {
        int known = _columns.Length;
        Array.Resize(ref _columns, ordinal + 1);
        _columns.AsSpan(known).Fill(new Column { Credit = Credit, Skip = FirstSkip });
    }

    private struct Column
    {
        /// <summary>Below zero, the number of strings that are still skipped.</summary>
        public long Credit;

        /// <summary>The length of the next skip, in strings.</summary>
        public long Skip;
    }
}
