namespace Cenote.Objects;

/// <summary>A stack of items that moves between threads as a whole. Whoever has the reference has the magazine.</summary>
internal sealed class Magazine(int size)
{
    public Cell[] Items = new Cell[size];

    public int Count;

    /// <summary>Items it may hold: each is one of the pool's size, taken out of the <see cref="Depot"/> and to be given back to it.</summary>
    public int Room;

    /// <summary>Puts items into the empty magazine, with room for just these.</summary>
    public void Fill(List<object> items)
    {
        for (int i = 0; i < items.Count; i++)
        {
            Items[i].Item = items[i];
        }

        Count = items.Count;
        Room = items.Count;
    }

    /// <summary>Takes all items out, and forgets the room.</summary>
    public void Drain(List<object> items)
    {
        foreach (ref Cell cell in Items.AsSpan(0, Count))
        {
            items.Add(cell.Item!);
            cell.Item = null;
        }

        Count = 0;
        Room = 0;
    }

    /// <summary>A reference. Stores to an array of it need no test for the covariance of arrays.</summary>
    public struct Cell
    {
        public object? Item;
    }
}
