using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Collections;

/// <content>Enumeration, in the order of memory: that of adding, but for keys that took the place of removed ones.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    internal int Version { get; private set; }

    /// <summary>All entries: <c>foreach (var entry in dictionary)</c>. Removing keys meanwhile is allowed, even the current one.</summary>
    /// <returns>The enumerator, with a small managed object, and a buffer for keys that are stored with one byte for each char.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(new Enumeration<TValue>(this));
    }

    internal KeyWalk Walk() => _index.Cells.Walk();

    // Where the walk stands is also in the enumerator, which has gone on by itself.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool MoveSlow(Enumeration<TValue> enumeration, byte* next)
    {
        PooledStringDictionary<TValue> dictionary = enumeration.Dictionary;
        if (enumeration.Version != dictionary.Version)
        {
            Throw.CollectionChanged();
        }

        enumeration.Walk.Next = next;
        return dictionary._index.Cells.MoveToLive(ref enumeration.Walk);
    }

    /// <summary>Goes over the entries of a dictionary.</summary>
    public ref struct Enumerator
    {
        private readonly Enumeration<TValue> _enumeration;
        private KeyCell* _cell;
        private byte* _next;
        private byte* _end;

        internal Enumerator(Enumeration<TValue> enumeration) => _enumeration = enumeration;

        /// <summary>The current entry, valid until the enumerator goes on, or the key is removed.</summary>
        public readonly Entry Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => new(_enumeration, _cell);
        }

        /// <summary>Goes on to the next entry.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">Keys were added, or the dictionary was cleared, trimmed or disposed, after the enumerator was made.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var cell = (KeyCell*)_next;
            if (_enumeration.Version == _enumeration.Dictionary.Version && _next < _end && !cell->IsFree)
            {
                _cell = cell;
                _next += KeyCell.SizeOf(cell, EntryLayout<TValue>.TextOffset);
                return true;
            }

            bool found = MoveSlow(_enumeration, _next);
            _cell = _enumeration.Walk.Cell;
            _next = _enumeration.Walk.Next;
            _end = _enumeration.Walk.End;
            return found;
        }
    }

    /// <summary>An entry of a dictionary: <c>foreach (var (key, value) in dictionary)</c> takes it apart.</summary>
    public readonly ref struct Entry
    {
        private readonly Enumeration<TValue> _enumeration;
        private readonly KeyCell* _cell;

        internal Entry(Enumeration<TValue> enumeration, KeyCell* cell)
        {
            _enumeration = enumeration;
            _cell = cell;
        }

        /// <summary>Chars of the key.</summary>
        public int KeyLength => _cell->Length;

        /// <summary>
        /// The key. If it is stored with one byte for each char, each call widens it into the buffer of the enumerator. Valid until the enumerator
        /// goes on.
        /// </summary>
        public ReadOnlySpan<char> Key
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => _cell->IsNarrow
                ? _enumeration.Widen(KeyCell.NarrowText(_cell, EntryLayout<TValue>.TextOffset))
                : KeyCell.WideText(_cell, EntryLayout<TValue>.TextOffset);
        }

        /// <summary>The value, which may be changed in place.</summary>
        public ref TValue Value
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref _enumeration.Dictionary.ValueOf(_cell);
        }

        /// <summary>Takes the entry apart.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = Value;
        }
    }
}
