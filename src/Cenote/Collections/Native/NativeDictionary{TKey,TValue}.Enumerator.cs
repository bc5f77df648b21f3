using System.Collections;
using System.Runtime.CompilerServices;
using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Enumeration, in the order of memory.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    internal long Version { get; private set; }

    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => this.Select(static entry => entry.Key);

    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => this.Select(static entry => entry.Value);

    /// <summary>
    /// All entries: <c>foreach (var (key, value) in dictionary)</c>. They come in the order in which they were added, until one
    /// is removed: the last one is then in its place.
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckVersion(long version)
    {
        if (Version != version)
        {
            ThrowIfDisposed();
            Throw.EntriesChanged();
        }
    }

    // A place that does not follow an entry of this dictionary is never used.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* EntryBefore(ulong place, long version)
    {
        CheckVersion(version);
        byte* entry = _index.Heap.EntryBefore(place);
        if (entry == null)
        {
            Throw.NotEnumerating();
        }

        return entry;
    }

    private ref TValue Reference(byte* entry)
    {
        _handsOutReferences = true;
        return ref EntryHeap<TKey, TValue>.ValueOf(entry);
    }

    /// <summary>Goes over the entries of a dictionary.</summary>
    /// <remarks>
    /// For one thread. If several threads use the same enumerator, or one thread assigns it while another one reads it, they get
    /// entries of a dictionary or an exception; entries may be missing or returned twice.
    /// </remarks>
    public struct Enumerator : IEnumerator<KeyValuePair<TKey, TValue>>
    {
        // Each field is read once per call and checked before use, because the fields may come from different enumerators.
        private readonly NativeDictionary<TKey, TValue>? _dictionary;
        private readonly long _version;
        private ulong _place;
        private ulong _endOfRun;

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
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                NativeDictionary<TKey, TValue> dictionary = Dictionary;
                byte* entry = dictionary.EntryBefore(_place, _version);
                var current = new KeyValuePair<TKey, TValue>(
                    EntryHeap<TKey, TValue>.KeyOf(entry), EntryHeap<TKey, TValue>.ValueOf(entry));
                GC.KeepAlive(dictionary);
                return current;
            }
        }

        /// <summary>
        /// The value of the current entry, in place. Valid for as long as that of
        /// <see cref="GetValueRefOrAddDefault(TKey, out bool)"/>.
        /// </summary>
        /// <inheritdoc cref="Current" path="/exception"/>
        public readonly ref TValue CurrentValue
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                NativeDictionary<TKey, TValue> dictionary = Dictionary;
                return ref dictionary.Reference(dictionary.EntryBefore(_place, _version));
            }
        }

        readonly object IEnumerator.Current => Current;

        /// <summary>Moves on to the next entry.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">
        /// Keys were added or removed, or the dictionary was cleared, after the enumerator was made, or the enumerator is a
        /// default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            NativeDictionary<TKey, TValue> dictionary = Dictionary;
            dictionary.CheckVersion(_version);
            ulong place = _place;
            if (place < _endOfRun)
            {
                _place = place + 1;
                return true;
            }

            bool moved = dictionary._index.Heap.TryEnterNextRun(ref place, out ulong end);
            _place = place;
            _endOfRun = end;
            return moved;
        }

        /// <summary>Does nothing.</summary>
        public readonly void Dispose()
        {
        }

        void IEnumerator.Reset() => throw new NotSupportedException("Get another enumerator to begin anew.");

        private readonly NativeDictionary<TKey, TValue> Dictionary
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                NativeDictionary<TKey, TValue>? dictionary = _dictionary;
                if (dictionary is null)
                {
                    Throw.NotEnumerating();
                }

                return dictionary;
            }
        }
    }
}
