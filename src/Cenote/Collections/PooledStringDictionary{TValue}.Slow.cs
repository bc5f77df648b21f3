using System.Buffers;
using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <content>Adding keys, and locating values.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    // U+FFFD, which replaces each invalid UTF-8 sequence.
    private static ReadOnlySpan<byte> Replacement => "\uFFFD"u8;

    private KeyCell* Find(scoped TextKey key) =>
        key.IsUtf8 ? Find(key.Utf8) : Find(key.Chars, _index.HashOf(key.Chars));

    // Returns null if memory is refused. The caller sets the value of a new key.
    private KeyCell* FindOrAdd(scoped TextKey key, out bool exists)
    {
        uint hash = 0;
        KeyCell* cell = key.IsUtf8 ? Find(key.Utf8) : Find(key.Chars, hash = _index.HashOf(key.Chars));
        exists = cell != null;
        return exists ? cell : key.IsUtf8 ? TryAddKey(key.Utf8) : TryAddKey(key.Chars, hash);
    }

    // Not inlined: all lookups by chars except TryGetValue and Remove share this search.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* Find(ReadOnlySpan<char> key, uint hash)
    {
        KeyCell* cell = _index.Find(key, hash, EntryLayout<TValue>.TextOffset);
        return cell != null || !_mayNeedOtherForm ? cell : FindByOtherForm(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* FindByOtherForm(ReadOnlySpan<char> key) => LocateAgain(key, out KeyPlace place) ? place.Cell : null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryLocate(TextKey key, out KeyPlace place) =>
        key.IsUtf8
            ? LocateDecoded(key.Utf8, out place)
            : _index.TryLocate(key.Chars, out place) || (_mayNeedOtherForm && LocateAgain(key.Chars, out place));

    private void RemoveAt(in KeyPlace place)
    {
        if (!EntryLayout<TValue>.IsInline)
        {
            _values.Free(place.Cell->Slot);
        }

        _index.Remove(place);
        GC.KeepAlive(this);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool LocateAgain(ReadOnlySpan<char> key, out KeyPlace place)
    {
        ThrowIfDisposed();
        return _index.TryLocateAgain(key, out place);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue ValueOf(KeyCell* cell) =>
        ref EntryLayout<TValue>.IsInline ? ref Unsafe.AsRef<TValue>((byte*)cell + KeyCell.ValueOffset) : ref _values[cell->Slot];

    // Everything that can fail precedes the first visible change. Returns null if memory is refused.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private KeyCell* TryAddKey(ReadOnlySpan<char> key, uint hash)
    {
        if (!_index.StoresUtf8 || KeyText.IsAscii(key))
        {
            return TryAddAsIs(key, hash);
        }

        ThrowIfDisposed();
        if (key.Length > EncodedKey.MaxChars)
        {
            CommonThrow.KeyTooLong(nameof(key), key.Length, EncodedKey.MaxChars);
        }

        using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
        return encoded.IsValid ? TryAddAsIs(encoded.Bytes, _index.HashOf(encoded.Bytes)) : TryAddAsIs(key, hash);
    }

    // Adds a UTF-8 key that was not found.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private KeyCell* TryAddKey(ReadOnlySpan<byte> key)
    {
        if (_index.StoresAsIs(key))
        {
            return TryAddAsIs(key, _index.HashOf(key));
        }

        using var text = new Utf8Key(key, stackalloc char[Utf8Key.StackChars]);
        return TryAddKey(text.Chars, _index.HashOf(text.Chars));
    }

    private KeyCell* TryAddAsIs<T>(ReadOnlySpan<T> key, uint hash)
        where T : unmanaged
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

        if (typeof(T) == typeof(byte) && _index.StoresUtf8 && !_mayNeedOtherUtf8Form)
        {
            _mayNeedOtherUtf8Form = Contains(MemoryMarshal.Cast<T, byte>(key), Replacement);
        }

        Version++;
        return cell;
    }

    private static bool Contains(ReadOnlySpan<byte> text, ReadOnlySpan<byte> part) => text.IndexOf(part) >= 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private KeyCell* TryAddAfterCompaction<T>(ReadOnlySpan<T> key)
        where T : unmanaged
    {
        if (_keysArePinned || !_index.Cells.IsWorthCompacting)
        {
            return null;
        }

        // Copies the key if it is part of a stored key, which may move.
        T[]? copy = _index.Cells.Overlaps(key) ? ArrayPool<T>.Shared.Rent(key.Length) : null;
        if (copy is not null)
        {
            key.CopyTo(copy);
            key = copy.AsSpan(0, key.Length);
        }

        Version++;
        _index.Compact();
        KeyCell* cell = _index.TryAdd(key, _index.HashOfStored(key));
        if (copy is not null)
        {
            ArrayPool<T>.Shared.Return(copy, clearArray: true);
        }

        return cell;
    }

    [DoesNotReturn]
    internal void ThrowNoMemory(int length, string kind = "collection") =>
        Throw.NoMemoryForKey(length, _index.Space.LimitReached, _index.Space.MaximumBytes, kind);

    internal void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.CollectionDisposed(_name);
        }
    }
}
