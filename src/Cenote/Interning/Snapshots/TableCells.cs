using Cenote.Memory.Keys;
using Cenote.Memory.Snapshots;

namespace Cenote.Interning;

/// <summary>The first texts of a table, in the order of their ids.</summary>
/// <param name="cells">Where they are. They neither move nor change.</param>
/// <param name="count">How many.</param>
internal unsafe struct TableCells(nint* cells, int count) : ICellSource
{
    private int _next;

    public KeyCell* Next() => _next < count ? (KeyCell*)cells[_next++] : null;
}
