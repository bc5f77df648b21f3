using System.Collections;
using Cenote.Memory.Entries;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Enumeration, in the order of memory.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    internal long Version { get; private set; }

    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => this.Select(static entry => entry.Key);

    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => this.Select(static entry => entry.Value);

    /// <summary>
    /// All entries: <c>foreach (var (key, value) in dictionary)</c>. They come in the order in which they were added, until one
    /// is
    /// removed: the last one is then in its place.
    /// </summary>
    /// <returns>The enumerator. Allocates nothing.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(this);
    }

    IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    // False after the last entry. The version is that of the enumerator.
    private bool MoveNext(ref KeyWalk walk, long version)
    {
        if (Version != version)
        {
            ThrowIfDisposed();
            Throw.EntriesChanged();
        }

        return _index.Heap.MoveNext(ref walk);
    }

    private ref TValue Reference(byte* entry)
    {
        _handsOutReferences = true;
        return ref EntryHeap<TKey, TValue>.ValueOf(entry);
    }

    /// <summary>Goes over the entries of a dictionary.</summary>
    public struct Enumerator : IEnumerator<KeyValuePair<TKey, TValue>>
    {
        private readonly NativeDictionary<TKey, TValue> _dictionary;
        private readonly long _version;
        private KeyWalk _walk;

        internal Enumerator(NativeDictionary<TKey, TValue> dictionary)
        {
            _dictionary = dictionary;
            _version = dictionary.Version;
        }

        /// <summary>The current entry.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called, or returned false, or the enumerator is a default value; or keys were added or
        /// removed, or the dictionary was cleared, after the enumerator was made.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public readonly KeyValuePair<TKey, TValue> Current
        {
            get
            {
                byte* entry = Entry();
                var current = new KeyValuePair<TKey, TValue>(
                    EntryHeap<TKey, TValue>.KeyOf(entry), EntryHeap<TKey, TValue>.ValueOf(entry));
                GC.KeepAlive(_dictionary);
                return current;
            }
        }

        /// <summary>
        /// The value of the current entry, in place. Valid for as long as that of
        /// <see cref="GetValueRefOrAddDefault(TKey, out bool)"/>.
        /// </summary>
        /// <inheritdoc cref="Current" path="/exception"/>
        public readonly ref TValue CurrentValue => ref _dictionary.Reference(Entry());

        readonly object IEnumerator.Current => Current;

        /// <summary>Moves on to the next entry.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">
        /// Keys were added or removed, or the dictionary was cleared, after the enumerator was made, or the enumerator is a
        /// default
        /// value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public bool MoveNext()
        {
            if (_dictionary is null)
            {
                Throw.NotEnumerating();
            }

            bool moved = _dictionary.MoveNext(ref _walk, _version);
            if (!moved)
            {
                _walk.Cell = null;
            }

            return moved;
        }

        /// <summary>Does nothing.</summary>
        public readonly void Dispose()
        {
        }

        void IEnumerator.Reset() => throw new NotSupportedException("Get another enumerator to begin anew.");

        private readonly byte* Entry()
        {
            if (_walk.Cell == null)
            {
                Throw.NotEnumerating();
            }

            if (_dictionary.Version != _version)
            {
                _dictionary.ThrowIfDisposed();
                Throw.EntriesChanged();
            }

            return (byte*)_walk.Cell;
        }
    }
}
