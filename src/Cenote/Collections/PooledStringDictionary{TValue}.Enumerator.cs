using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Memory;

namespace Cenote.Collections;

/// <content>Enumeration, in the order of memory: that of adding, but for keys that took the place of removed ones.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>All entries: <c>foreach (var entry in dictionary)</c>. Removing keys meanwhile is allowed, even the current one.</summary>
    /// <returns>The enumerator, which <c>foreach</c> disposes.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(this);
    }

    /// <summary>Goes over the entries of a dictionary.</summary>
    public ref struct Enumerator
    {
        private const int LeastChars = 256;

        private readonly PooledStringDictionary<TValue> _dictionary;
        private readonly int _version;
        private KeyWalk _walk;
        private char[]? _buffer;

        internal Enumerator(PooledStringDictionary<TValue> dictionary)
        {
            _dictionary = dictionary;
            _version = dictionary._version;
            _walk = dictionary._index.Cells.Walk();
        }

        /// <summary>The current entry, valid until the enumerator goes on, or the key is removed.</summary>
        public readonly Entry Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => new(_dictionary, _walk.Cell, _buffer);
        }

        /// <summary>Goes on to the next entry.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">Keys were added, or the dictionary was cleared, trimmed or disposed, after the enumerator was made.</exception>
        public bool MoveNext()
        {
            if (_version != _dictionary._version)
            {
                Throw.CollectionChanged();
            }

            if (!_dictionary._index.Cells.MoveToLive(ref _walk))
            {
                return false;
            }

            if (_walk.Cell->IsNarrow && _walk.Cell->Length > (_buffer?.Length ?? 0))
            {
                GrowBuffer();
            }

            return true;
        }

        /// <summary>Gives back the buffer into which keys of one byte for each char are widened.</summary>
        public void Dispose()
        {
            if (_buffer is not null)
            {
                ArrayPool<char>.Shared.Return(_buffer);
                _buffer = null;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void GrowBuffer()
        {
            Dispose();
            _buffer = ArrayPool<char>.Shared.Rent(Math.Max(LeastChars, _walk.Cell->Length));
        }
    }

    /// <summary>An entry of a dictionary: <c>foreach (var (key, value) in dictionary)</c> takes it apart.</summary>
    public readonly ref struct Entry
    {
        private readonly PooledStringDictionary<TValue> _dictionary;
        private readonly KeyCell* _cell;
        private readonly char[]? _buffer;

        internal Entry(PooledStringDictionary<TValue> dictionary, KeyCell* cell, char[]? buffer)
        {
            _dictionary = dictionary;
            _cell = cell;
            _buffer = buffer;
        }

        /// <summary>Chars of the key.</summary>
        public int KeyLength => _cell->Length;

        /// <summary>
        /// The key. If it is stored with one byte for each char, each call widens it into the buffer of the enumerator. Valid until the enumerator
        /// goes on.
        /// </summary>
        public ReadOnlySpan<char> Key => _cell->IsNarrow ? Widen() : KeyCell.WideText(_cell, EntryLayout<TValue>.TextOffset);

        /// <summary>The value, which may be changed in place.</summary>
        public ref TValue Value
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref _dictionary.ValueOf(_cell);
        }

        /// <summary>Takes the entry apart.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = Value;
        }

        private ReadOnlySpan<char> Widen() =>
            _buffer.AsSpan(0, Encoding.Latin1.GetChars(KeyCell.NarrowText(_cell, EntryLayout<TValue>.TextOffset), _buffer));
    }
}
