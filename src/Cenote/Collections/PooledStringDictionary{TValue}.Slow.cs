using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <content>Adding, and where values are.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    // One copy of the search for all members but the hottest one.
    private KeyCell* Find(ReadOnlySpan<char> key, uint hash)
    {
        KeyCell* cell = _index.Find(key, hash, EntryLayout<TValue>.TextOffset);
        return cell != null || !_looksAgain ? cell : FindAgain(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindAgain(ReadOnlySpan<char> key) => LocateAgain(key, out KeyPlace place) ? place.Cell : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool LocateAgain(ReadOnlySpan<char> key, out KeyPlace place)
    {
        ThrowIfDisposed();
        return _index.TryLocateIgnoringCase(key, out place);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue ValueOf(KeyCell* cell) =>
        ref EntryLayout<TValue>.IsInline ? ref Unsafe.AsRef<TValue>((byte*)cell + KeyCell.ValueOffset) : ref _values[cell->Slot];

    // Everything that can fail comes before the first change that others see. Null if there is no memory for the key.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* TryAddKey(ReadOnlySpan<char> key, uint hash)
    {
        ThrowIfDisposed();
        if (key.Length > MaximumKeyLength)
        {
            CommonThrow.KeyTooLong(nameof(key), key.Length, MaximumKeyLength);
        }

        if (!EntryLayout<TValue>.IsInline)
        {
            _values.EnsureSlot();
        }

        KeyCell* cell = _index.TryAdd(key, hash);
        if (cell == null)
        {
            cell = TryAddAfterCompaction(key);
            if (cell == null)
            {
                return null;
            }
        }

        if (!EntryLayout<TValue>.IsInline)
        {
            cell->Slot = _values.Take();
        }

        Version++;
        return cell;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* TryAddAfterCompaction(ReadOnlySpan<char> key)
    {
        if (_keysStay || !_index.Cells.IsWorthCompacting)
        {
            return null;
        }

        // The key may be a part of one that moves.
        char[]? copy = _index.Cells.Shares(key) ? ArrayPool<char>.Shared.Rent(key.Length) : null;
        if (copy is not null)
        {
            key.CopyTo(copy);
            key = copy.AsSpan(0, key.Length);
        }

        Version++;
        _index.Compact();
        KeyCell* cell = _index.TryAdd(key, _index.HashOf(key));
        if (copy is not null)
        {
            ArrayPool<char>.Shared.Return(copy, clearArray: true);
        }

        return cell;
    }

    [DoesNotReturn]
    internal void ThrowNoMemory(ReadOnlySpan<char> key) =>
        Throw.NoMemoryForKey(key.Length, _index.Space.LimitReached, _index.Space.MaximumBytes);

    // The bytes are those that would be taken from the space.
    [DoesNotReturn]
    private static void ThrowNoTable(int capacity, long bytes, AddressSpace space)
    {
        if (space.LimitReached)
        {
            Throw.LimitBelowTable(capacity, space.MaximumBytes, bytes);
        }

        if (!space.HasMemory(bytes))
        {
            CommonThrow.TableBeyondMemory(capacity, bytes);
        }

        Throw.NoMemoryForCollection(capacity);
    }

    internal void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.CollectionDisposed(_name);
        }
    }
}
