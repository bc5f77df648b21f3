using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Collections;

/// <content>Adding, and where values are.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    // One copy of the search for all members but the hottest one.
    private KeyCell* Find(ReadOnlySpan<char> key, uint hash) => _index.Find(key, hash, EntryLayout<TValue>.TextOffset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue ValueOf(KeyCell* cell) =>
        ref EntryLayout<TValue>.IsInline ? ref Unsafe.AsRef<TValue>((byte*)cell + KeyCell.ValueOffset) : ref _values[cell->Slot];

    // Everything that can fail comes before the first change that others see.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* AddKey(ReadOnlySpan<char> key, uint hash)
    {
        ThrowIfDisposed();
        if (key.Length > MaximumKeyLength)
        {
            Throw.KeyTooLong(nameof(key), key.Length, MaximumKeyLength);
        }

        if (!EntryLayout<TValue>.IsInline)
        {
            _values.EnsureSlot();
        }

        KeyCell* cell = _index.TryAdd(key, hash);
        if (cell == null)
        {
            cell = AddAfterCompaction(key);
        }

        if (!EntryLayout<TValue>.IsInline)
        {
            cell->Slot = _values.Take();
        }

        Version++;
        return cell;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* AddAfterCompaction(ReadOnlySpan<char> key)
    {
        KeyCell* cell = null;
        if (!_keysStay && _index.Cells.IsWorthCompacting)
        {
            Version++;
            _index.Compact();
            cell = _index.TryAdd(key, _index.HashOf(key));
        }

        if (cell == null)
        {
            Throw.NoMemoryForKey(key.Length, _index.Space.LimitReached, _index.Space.MaximumBytes);
        }

        return cell;
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.CollectionDisposed(nameof(PooledStringDictionary<>));
        }
    }
}
