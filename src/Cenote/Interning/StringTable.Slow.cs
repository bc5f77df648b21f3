using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Memory;

namespace Cenote.Interning;

/// <content>Adding, counting, and the end.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>Counts and sizes. O(texts); adding waits meanwhile.</summary>
    /// <returns>The state at one moment.</returns>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public StringTableStatistics GetStatistics()
    {
        lock (_adding)
        {
            var all = default(PooledStringDictionaryStatistics);
            foreach (ConcurrentPart<int> part in _parts)
            {
                lock (part.Gate)
                {
                    all = PooledStringDictionaryStatistics.Add(in all, part.Entries.GetStatistics());
                }
            }

            return new StringTableStatistics
            {
                Count = all.Count,
                TextBytes = all.TextBytes,
                UnmanagedBytes = all.UnmanagedBytes + _cells.BytesHeld,
                ManagedBytes = all.ManagedBytes + _cellSpace.ManagedBytes,
                Rekeyings = all.Rekeyings,
            };
        }
    }

    /// <summary>
    /// Ends the table and gives its memory back. Spans of it read zeros from now on, and memory that is none of the table's once nobody refers to the
    /// table any more. Safe beside other threads: they get an answer from before, or an <see cref="ObjectDisposedException"/>.
    /// </summary>
    public void Dispose()
    {
        lock (_adding)
        {
            if (_disposed)
            {
                return;
            }

            _disposed = true;
            Volatile.Write(ref _count, 0);
            Array.ForEach(_parts, static part => part.Retire());
            _cellSpace.Retire();
        }
    }

    // Everything that can fail comes before the id is given out.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAdd(ReadOnlySpan<char> text, out int id)
    {
        long bytes = (long)text.Length * sizeof(char);
        ConcurrentPart<int> part = PartOf(KeyHash.ComputeLong(text));
        lock (_adding)
        {
            lock (part.Gate)
            {
                if (_count == _maximumCount || bytes > _maximumTextBytes - _textBytes)
                {
                    bool found = part.Entries.TryGetValue(text, out id);
                    id = found ? id : -1;
                    return found;
                }

                MakeRoomForId();
                part.BeginChange();
                try
                {
                    ref int place = ref part.Entries.GetValueRefOrAddDefault(text, out bool exists);
                    if (!exists)
                    {
                        place = _count;
                        _textBytes += bytes;
                        _firstCell[_count] = (nint)PooledStringDictionary<int>.CellOf(ref place);
                        Volatile.Write(ref _count, _count + 1);
                    }

                    id = place;
                    return true;
                }
                finally
                {
                    part.EndChange();
                }
            }
        }
    }

    private void MakeRoomForId()
    {
        if (_count == _cells.Capacity)
        {
            if (!_cells.TryGrow())
            {
                Throw.NoMemoryForTable(_count);
            }

            _firstCell = _cells.Start;
        }
    }
}
