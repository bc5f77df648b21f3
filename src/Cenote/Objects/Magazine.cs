using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// Items that move between threads together. The holder of the reference owns the magazine, and room in the pool for each item.
/// </summary>
internal sealed class Magazine
{
    private Cell[] _items = [];

    public int Count { get; private set; }

    public void MakeRoom(int items)
    {
        Invariant.Holds(Count == 0, "The magazine is empty.");
        if (_items.Length < items)
        {
            _items = new Cell[items];
        }
    }

    public void MoveFrom(Span<Cell> cells)
    {
        Invariant.Holds(Count == 0 && cells.Length <= _items.Length, "The magazine is empty, and the items fit in it.");
        cells.CopyTo(_items);
        cells.Clear();
        Count = cells.Length;
    }

    public void MoveTo(Span<Cell> cells)
    {
        Invariant.Holds(cells.Length >= Count, "The items fit in the cells.");
        Span<Cell> items = _items.AsSpan(0, Count);
        items.CopyTo(cells);
        items.Clear();
        Count = 0;
    }

    public void Fill(ReadOnlySpan<object> items)
    {
        Invariant.Holds(Count == 0 && items.Length <= _items.Length, "The magazine is empty, and the items fit in it.");
        for (int i = 0; i < items.Length; i++)
        {
            _items[i].Item = items[i];
        }

        Count = items.Length;
    }

    public void Drain(List<object> items)
    {
        foreach (ref Cell cell in _items.AsSpan(0, Count))
        {
            items.Add(cell.Item!);
            cell.Item = null;
        }

        Count = 0;
    }

    /// <summary>Wraps a reference: stores to an array of structs need no covariance check.</summary>
    public struct Cell
    {
        public object? Item;
    }
}
