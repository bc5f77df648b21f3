using System.Data.Common;

namespace Cenote.Data;

/// <summary>The columns to intern, chosen by name.</summary>
internal sealed class ColumnChoice
{
    private readonly string[] _names;
    private bool[] _isChosen;

    /// <exception cref="ArgumentException">A name is null, or matches no column of the result.</exception>
    public ColumnChoice(DbDataReader reader, ReadOnlySpan<string> columns)
    {
        _names = [.. columns];
        string[] present = NamesOf(reader);
        foreach (string name in _names)
        {
            if (name is null)
            {
                Throw.NullColumn(nameof(columns));
            }

            if (!present.Contains(name, StringComparer.OrdinalIgnoreCase))
            {
                Throw.NoSuchColumn(nameof(columns), name, present);
            }
        }

        _isChosen = Choose(present);
    }

    public bool Contains(int ordinal) => (uint)ordinal < (uint)_isChosen.Length && _isChosen[ordinal];

    /// <summary>Called after the reader moves to another result, which may lack some of the columns.</summary>
    public void MoveTo(DbDataReader reader) => _isChosen = Choose(NamesOf(reader));

    private static string[] NamesOf(DbDataReader reader) => [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];

    // Several columns of a join can have the same name.
    private bool[] Choose(string[] present)
    {
        var chosen = new bool[present.Length];
        foreach (string name in _names)
        {
            StringComparer comparer = present.Contains(name, StringComparer.Ordinal)
                ? StringComparer.Ordinal
                : StringComparer.OrdinalIgnoreCase;
            for (int i = 0; i < present.Length; i++)
            {
                chosen[i] |= comparer.Equals(present[i], name);
            }
        }

        return chosen;
    }
}
