using System.Buffers;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Collections;

/// <content>Adding strings, statistics and disposal.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>Returns consistent counts and sizes. O(strings); threads that add strings wait.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public PooledStringDictionaryStatistics GetStatistics()
    {
        lock (_addLock)
        {
            var all = default(PooledStringDictionaryStatistics);
            foreach (ConcurrentPart<int> part in _parts)
            {
                lock (part.Gate)
                {
                    all = PooledStringDictionaryStatistics.Add(in all, part.Entries.GetStatistics());
                }
            }

            return all with
            {
                BytesReserved = all.BytesReserved + _cells.BytesHeld,
                ManagedBytes = all.ManagedBytes + _cellSpace.ManagedBytes,
            };
        }
    }

    /// <summary>
    /// Disposes the table and releases its memory. Spans of the table then read zeros or old data, or unrelated memory once the
    /// GC collects the table. Safe while other threads use the table: their calls either complete or throw
    /// <see cref="ObjectDisposedException"/>.
    /// </summary>
    public void Dispose()
    {
        using (UninterruptibleLock.Enter(_addLock))
        {
            if (!_disposed)
            {
                _disposed = true;
                Volatile.Write(ref _count, 0);
                foreach (ConcurrentPart<int> part in _parts)
                {
                    part.Retire();
                }

                _space.Retire();
                _cellSpace.Retire();
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetOrAddLong(ReadOnlySpan<byte> utf8, out int id)
    {
        try
        {
            using var text = new Utf8Key(utf8, default);
            return TryGetOrAdd(text.Chars, out id);
        }
        catch (OutOfMemoryException)
        {
            // Memory for decoding was refused.
            id = -1;
            return false;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddSlow(ReadOnlySpan<char> text, out int id)
    {
        try
        {
            if (text.Length <= PooledStringDictionary<int>.MaximumKeyLength)
            {
                return TryAdd(text, out id);
            }
        }
        catch (OutOfMemoryException)
        {
            // Memory was refused; nothing has changed.
        }

        id = -1;
        return false;
    }

    // Copies first, because another thread may be changing the span's memory, and the hashed chars must be the stored ones.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryAdd(ReadOnlySpan<char> text, out int id)
    {
        if (text.Length > PooledStringDictionary<int>.MaximumKeyLength)
        {
            CommonThrow.KeyTooLong(nameof(text), text.Length, PooledStringDictionary<int>.MaximumKeyLength);
        }

        char[]? rented = null;
        Span<char> copy = text.Length <= Utf8Key.StackChars
            ? stackalloc char[Utf8Key.StackChars]
            : rented = ArrayPool<char>.Shared.Rent(text.Length);
        try
        {
            text.CopyTo(copy);
            return TryAddCopied(copy[..text.Length], out id);
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<char>.Shared.Return(rented, _clears);
            }
        }
    }

    // Everything that can fail precedes the publication of the id.
    private bool TryAddCopied(ReadOnlySpan<char> text, out int id)
    {
        long bytes = (long)text.Length * sizeof(char);
        ConcurrentPart<int> part = PartOf(KeyHash.ComputeLong(text));
        lock (_addLock)
        {
            if (_disposed)
            {
                Throw.TableDisposed();
            }

            lock (part.Gate)
            {
                if (_count == _maximumCount || bytes > _maximumTextBytes - _textBytes)
                {
                    bool found = part.Entries.TryGetValue(text, out id);
                    id = found ? id : -1;
                    return found;
                }

                EnsureIdCapacity();
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

    private void EnsureIdCapacity()
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
