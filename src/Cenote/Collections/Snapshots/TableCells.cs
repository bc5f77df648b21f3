using Cenote.Memory.Keys;
using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <summary>The first strings of a table, ordered by id.</summary>
/// <param name="cells">The addresses of the strings' cells, which neither move nor change.</param>
/// <param name="count">The number of strings.</param>
internal unsafe struct TableCells(nint* cells, int count) : ICellSource
{
    private int _next;

    public KeyCell* Next() => _next < count ? (KeyCell*)cells[_next++] : null;
}
