using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>
/// Goes over the entries of all parts, batch by batch, and holds no lock in between. In an object of its own, so that copies of
/// an enumerator move on together.
/// </summary>
internal sealed class ConcurrentEnumeration<TValue>(ConcurrentPart<TValue>[] parts) : IDisposable
{
    private readonly EntryBatch<TValue> _batch = new(parts[0].Entries.ClearsFreed) { Next = BucketTable.OrderEnd };
    private int _part = -1;
    private int _entry = -1;

    public ReadOnlySpan<char> Key => _batch.Key(CheckedEntry());

    public TValue Value => _batch.Value(CheckedEntry());

    /// <summary>Moves on to the next entry; false after the last one.</summary>
    public bool MoveNext()
    {
        int next = _entry + 1;
        if (next >= _batch.Count)
        {
            return MoveToNextBatch();
        }

        _entry = next;
        return true;
    }

    /// <summary>Removes the current entry unless its value was replaced.</summary>
    public bool TryRemove() => parts[_part].TryRemove(_batch, CheckedEntry());

    /// <summary>Forgets the copies, for whoever stops before the end.</summary>
    public void Dispose() => _batch.Clear();

    private bool MoveToNextBatch()
    {
        _entry = -1;
        do
        {
            // Before anything can throw: what was seen is not seen again.
            bool isLast = _batch.IsLast;
            _batch.Clear();
            if (isLast)
            {
                if (_part + 1 >= parts.Length)
                {
                    return false;
                }

                _part++;
                _batch.Next = 0;
            }

            parts[_part].CopyEntries(_batch);
        }
        while (_batch.Count == 0);

        _entry = 0;
        return true;
    }

    private int CheckedEntry()
    {
        int entry = _entry;
        if ((uint)entry >= (uint)_batch.Count)
        {
            Throw.NotEnumerating();
        }

        return entry;
    }
}
