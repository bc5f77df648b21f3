using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Enumeration, in memory order.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    internal long Version { get; private set; }

    /// <summary>
    /// Enumerates all entries: <c>foreach (var entry in dictionary)</c>. Keys may be removed during the enumeration, even the
    /// current one.
    /// </summary>
    /// <remarks>
    /// Entries are in memory order. Replacing values, removing keys and <see cref="Trim"/> do not change this order. Without
    /// removals, keys with the same size in bytes are in insertion order; a smaller key may fill a gap before them. A key that is
    /// added after a removal may take the place of the removed key. Keys of about 64 KiB or more come last.
    /// </remarks>
    /// <returns>An enumerator, which allocates a small object, and a buffer for keys that are stored as bytes.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        _handsOutReferences |= EntryLayout<TValue>.HasValues;
        return new Enumerator(new Enumeration<TValue>(this));
    }

    internal KeyWalk Walk() => _index.Cells.Walk();

    /// <summary>Advances a walk to the next entry, without an enumerator.</summary>
    internal bool MoveNext(ref KeyWalk walk, [MaybeNullWhen(false)] out TValue value)
    {
        bool found = _index.Cells.MoveToLive(ref walk);
        value = found ? ValueOf(walk.Cell) : default;
        return found;
    }

    // Resumes at the enumerator's position, because the shared walk may lag or be at the position of a copy.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool MoveSlow(Enumeration<TValue> enumeration, byte* next, byte* end)
    {
        if (enumeration is null)
        {
            Throw.NotEnumerating();
        }

        PooledStringDictionary<TValue> dictionary = enumeration.Dictionary;
        if (enumeration.Version != dictionary.Version)
        {
            enumeration.WipeBuffer();
            dictionary.ThrowIfDisposed();
            Throw.CollectionChanged();
        }

        if (enumeration.Sorted is { } sorted)
        {
            return MoveSorted(enumeration, sorted, next);
        }

        dictionary._index.Cells.Resume(ref enumeration.Walk, next, end);
        bool found = dictionary._index.Cells.MoveToLive(ref enumeration.Walk);
        if (!found)
        {
            enumeration.WipeBuffer();
        }

        return found;
    }

    /// <summary>Enumerates the entries of a dictionary.</summary>
    public ref struct Enumerator
    {
        private readonly Enumeration<TValue> _enumeration;
        private KeyCell* _cell;
        private byte* _next;
        private byte* _end;

        internal Enumerator(Enumeration<TValue> enumeration) => _enumeration = enumeration;

        /// <summary>The current entry. The remarks of <see cref="Entry"/> describe how long it is valid.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false, or the enumerator is a default value.
        /// </exception>
        public readonly Entry Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_cell == null)
                {
                    Throw.NotEnumerating();
                }

                return new(_enumeration, _cell);
            }
        }

        /// <summary>Supports <c>foreach</c> over <see cref="EnumerateSorted"/>.</summary>
        /// <returns>A copy of the enumerator.</returns>
        public readonly Enumerator GetEnumerator() => this;

        /// <summary>Advances to the next entry.</summary>
        /// <returns>False after the last entry.</returns>
        /// <exception cref="InvalidOperationException">
        /// Keys were added, or the dictionary was cleared or trimmed, after the enumerator was created; or keys were removed
        /// during <see cref="EnumerateSorted"/>; or the enumerator is a default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var cell = (KeyCell*)_next;
            if (_next < _end && _enumeration.Version == _enumeration.Dictionary.Version && !cell->IsFree)
            {
                _cell = cell;
                _next = KeyCell.NextCell(cell, EntryLayout<TValue>.TextOffset);
                return true;
            }

            bool found = MoveSlow(_enumeration, _next, _end);
            _cell = _enumeration.Walk.Cell;
            _next = _enumeration.Walk.Next;
            _end = _enumeration.Walk.End;
            return found;
        }

        /// <summary>Clears the key buffer of an enumeration that stops early.</summary>
        internal readonly void StopEarly() => _enumeration.WipeBuffer();
    }
}
