using System.Collections;
using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Enumeration, in memory order.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    // The read is volatile, so that a loop ends soon after another thread disposes the dictionary.
    internal long Version
    {
        get => Volatile.Read(ref field);
        private set;
    }

    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => this.Select(static entry => entry.Key);

    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => this.Select(static entry => entry.Value);

    /// <summary>
    /// Enumerates all entries: <c>foreach (var (key, value) in dictionary)</c>. Entries are in insertion order, except that
    /// removing an entry moves the last one to its place.
    /// </summary>
    /// <remarks>
    /// The enumerator is a ref struct, so it cannot be used across <c>await</c> or <c>yield</c>. If the loop contains either,
    /// enumerate <c>dictionary.AsEnumerable()</c>, which allocates an enumerator.
    /// </remarks>
    /// <returns>An enumerator. Allocates nothing.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(this);
    }

    IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator()
    {
        ThrowIfDisposed();
        return new PairEnumerator(this);
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<TKey, TValue>>)this).GetEnumerator();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckVersion(long version)
    {
        if (Version != version)
        {
            ThrowIfDisposed();
            Throw.EntriesChanged();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* FirstOfRun(uint run, long version, out byte* last)
    {
        CheckVersion(version);
        return _index.Heap.FirstOfRun(run, out last);
    }

    /// <summary>Enumerates the entries of a dictionary.</summary>
    public ref struct Enumerator
    {
        private readonly NativeDictionary<TKey, TValue>? _dictionary;
        private readonly long _version;

        // The current entry; null before the first entry and after the last one.
        private byte* _entry;
        private byte* _lastOfRun;
        private uint _runs;

        internal Enumerator(NativeDictionary<TKey, TValue> dictionary)
        {
            _dictionary = dictionary;
            _version = dictionary.Version;
        }

        /// <summary>The current entry.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false; or the enumerator is a default value; or keys were added or
        /// removed, or the dictionary was cleared, after the enumerator was created.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public readonly KeyValuePair<TKey, TValue> Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                byte* entry = Entry;
                var current = new KeyValuePair<TKey, TValue>(
                    EntryHeap<TKey, TValue>.KeyOf(entry), EntryHeap<TKey, TValue>.ValueOf(entry));
                GC.KeepAlive(_dictionary);
                return current;
            }
        }

        /// <summary>
        /// A reference to the value of the current entry. It is valid for as long as a reference from
        /// <see cref="GetValueRefOrAddDefault(TKey, out bool)"/>.
        /// </summary>
        /// <inheritdoc cref="Current" path="/exception"/>
        public readonly ref TValue CurrentValue
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                // The flag is set before the entry is checked: a disposal by another thread must not pass the memory to another
                // owner.
                if (_dictionary is not null)
                {
                    _dictionary._handsOutReferences = true;
                }

                return ref EntryHeap<TKey, TValue>.ValueOf(Entry);
            }
        }

        /// <summary>Advances to the next entry.</summary>
        /// <returns>False after the last entry.</returns>
        /// <exception cref="InvalidOperationException">
        /// Keys were added or removed, or the dictionary was cleared, after the enumerator was created, or the enumerator is a
        /// default value.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_entry != _lastOfRun)
            {
                _dictionary!.CheckVersion(_version);
                _entry += _dictionary._index.Heap.EntryBytes;
                return true;
            }

            if (_dictionary is null)
            {
                Throw.NotEnumerating();
            }

            // Uses a local variable, because an enumerator stays in registers if its address is not taken.
            _entry = _dictionary.FirstOfRun(_runs, _version, out byte* last);
            _lastOfRun = last;
            _runs += _entry == null ? 0u : 1u;
            return _entry != null;
        }

        private readonly byte* Entry
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_entry == null)
                {
                    Throw.NotEnumerating();
                }

                _dictionary!.CheckVersion(_version);
                return _entry;
            }
        }
    }

    // Two threads may use this object concurrently by mistake, so each call reads a field once and checks it before use.
    private sealed class PairEnumerator(NativeDictionary<TKey, TValue> dictionary) : IEnumerator<KeyValuePair<TKey, TValue>>
    {
        private readonly long _version = dictionary.Version;

        // The position is a single field, so that threads that share the enumerator cannot tear it.
        private ulong _place;

        public KeyValuePair<TKey, TValue> Current
        {
            get
            {
                dictionary.CheckVersion(_version);
                byte* entry = dictionary._index.Heap.EntryBefore(_place);
                if (entry == null)
                {
                    Throw.NotEnumerating();
                }

                var current = new KeyValuePair<TKey, TValue>(
                    EntryHeap<TKey, TValue>.KeyOf(entry), EntryHeap<TKey, TValue>.ValueOf(entry));
                GC.KeepAlive(dictionary);
                return current;
            }
        }

        object IEnumerator.Current => Current;

        public bool MoveNext()
        {
            dictionary.CheckVersion(_version);
            ulong place = _place;
            bool moved = dictionary._index.Heap.TryMoveNext(ref place);
            _place = place;
            return moved;
        }

        public void Reset() => throw new NotSupportedException("Reset is not supported. Get a new enumerator.");

        public void Dispose()
        {
        }
    }
}
