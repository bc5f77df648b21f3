namespace Cenote.Data;

/// <summary>
/// Which columns of a result are worth asking the interner, where none was named: a column whose texts are rarely there is left
/// alone, so that keys and names neither cost a look-up in each row nor evict what does repeat.
/// </summary>
/// <remarks>
/// Each column begins with a credit. A text that is new costs one of it, one that was there gives four back, so a column stays as
/// long as a fifth of its texts are found. The credit lasts for the first rows of a column of some thousand different texts.
/// </remarks>
internal sealed class ColumnTrials
{
    /// <summary>How many new texts in a row end the trial of a column.</summary>
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

    /// <summary>The reader stands on another result, with other columns.</summary>
    public void Reset() => _credits = [];

    private void Add(int ordinal)
    {
        int known = _credits.Length;
        Array.Resize(ref _credits, ordinal + 1);
        _credits.AsSpan(known).Fill(Credit);
    }
}
