using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>
/// Enumerates the entries of all parts in batches, and holds no lock between batches. It is a class, so that copies of an
/// enumerator advance together.
/// </summary>
internal sealed class ConcurrentEnumeration<TValue>(ConcurrentPart<TValue>[] parts) : IDisposable
{
    private readonly EntryBatch<TValue> _batch = new(parts[0].Entries.ClearsFreed) { Next = BucketTable.OrderEnd };
    private int _part = -1;
    private int _entry = -1;

    public ReadOnlySpan<char> Key => _batch.Key(CheckedEntry());

    public TValue Value => _batch.Value(CheckedEntry());

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

    /// <summary>Removes the current entry if it still has the copied value.</summary>
    public bool TryRemove() => parts[_part].TryRemove(_batch, CheckedEntry());

    /// <summary>Drops the copied entries of an enumeration that stops early.</summary>
    public void Dispose() => _batch.Clear();

    private bool MoveToNextBatch()
    {
        _entry = -1;
        do
        {
            // The batch is cleared before anything can throw, so that no entry is returned twice.
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
