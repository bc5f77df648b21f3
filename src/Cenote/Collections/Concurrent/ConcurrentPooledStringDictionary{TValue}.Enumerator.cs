using System.Collections;

namespace Cenote.Collections;

/// <content>Enumeration, concurrently with any other operation.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>All keys, each as a new string, in the order of <see cref="GetEnumerator"/>.</summary>
    public IEnumerable<string> Keys
    {
        get
        {
            using var entries = new ConcurrentEnumeration<TValue>(_parts);
            while (entries.MoveNext())
            {
                yield return entries.Key.ToString();
            }
        }
    }

    /// <summary>All values, in the order of <see cref="GetEnumerator"/>.</summary>
    public IEnumerable<TValue> Values
    {
        get
        {
            using var entries = new ConcurrentEnumeration<TValue>(_parts);
            while (entries.MoveNext())
            {
                yield return entries.Value;
            }
        }
    }

    /// <summary>Enumerates all entries in unspecified order: <c>foreach (var (key, value) in dictionary)</c>.</summary>
    /// <returns>An enumerator. It need not be disposed.</returns>
    /// <remarks>
    /// <para>Every operation is allowed during the enumeration, on any thread and in the loop: add, remove, clear, trim, dispose.
    /// After disposal, the enumerator returns the entries that it has already copied, then throws
    /// <see cref="ObjectDisposedException"/>. It holds no lock while the loop's body runs.</para>
    /// <para>Enumeration is weakly consistent. A key that exists throughout is returned once, with a value it had at some moment.
    /// A key that is added or removed during the enumeration may or may not be returned. Keys of one part may be returned twice
    /// only if the hash seed changes, which happens only under a hash-flooding attack.</para>
    /// <para>Entries are copied in batches of up to about 12,000 entries or 262,144 chars; a longer key is a batch by itself.
    /// Each batch is copied under the lock of its part: writers of that part wait, readers do not. The buffers of the enumerator
    /// grow only to the size of its largest batch. Copies of an enumerator advance together.</para>
    /// </remarks>
    public Enumerator GetEnumerator() => new(new ConcurrentEnumeration<TValue>(_parts));

    /// <summary>Copies all entries to an array, in the order of <see cref="GetEnumerator"/>.</summary>
    /// <returns>The entries, with a new string for each key.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public KeyValuePair<string, TValue>[] ToArray()
    {
        var entries = new List<KeyValuePair<string, TValue>>(Count);
        entries.AddRange(this);
        return [.. entries];
    }

    IEnumerator<KeyValuePair<string, TValue>> IEnumerable<KeyValuePair<string, TValue>>.GetEnumerator()
    {
        using var entries = new ConcurrentEnumeration<TValue>(_parts);
        while (entries.MoveNext())
        {
            yield return new KeyValuePair<string, TValue>(entries.Key.ToString(), entries.Value);
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<string, TValue>>)this).GetEnumerator();

    /// <summary>Enumerates the entries of a dictionary.</summary>
    public readonly struct Enumerator
    {
        private readonly ConcurrentEnumeration<TValue>? _entries;

        internal Enumerator(ConcurrentEnumeration<TValue> entries) => _entries = entries;

        /// <summary>A copy of the current entry. Its key is valid until the enumerator advances.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false, or the enumerator is a default value.
        /// </exception>
        public Entry Current
        {
            get
            {
                ConcurrentEnumeration<TValue> entries = Entries;
                return new Entry(entries.Key, entries.Value);
            }
        }

        private ConcurrentEnumeration<TValue> Entries
        {
            get
            {
                if (_entries is null)
                {
                    Throw.NotEnumerating();
                }

                return _entries;
            }
        }

        /// <summary>Advances to the next entry.</summary>
        /// <returns>False after the last entry.</returns>
        /// <exception cref="InvalidOperationException">The enumerator is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed, and no copied entry is left.</exception>
        public bool MoveNext() => Entries.MoveNext();
    }

    /// <summary>A copy of an entry; <c>foreach (var (key, value) in dictionary)</c> deconstructs it.</summary>
    public readonly ref struct Entry
    {
        private readonly ReadOnlySpan<char> _key;
        private readonly TValue _value;

        internal Entry(ReadOnlySpan<char> key, TValue value)
        {
            _key = key;
            _value = value;
        }

        /// <summary>The key, in a buffer of the enumerator. Valid until the enumerator advances.</summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public ReadOnlySpan<char> Key
        {
            get
            {
                ThrowIfDefault();
                return _key;
            }
        }

        /// <summary>A copy of the value.</summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public TValue Value
        {
            get
            {
                ThrowIfDefault();
                return _value;
            }
        }

        /// <summary>Deconstructs the entry.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = _value;
        }

        // A key, even an empty one, is in an array, so its reference is never null.
        private void ThrowIfDefault()
        {
            if (Unsafe.IsNullRef(ref MemoryMarshal.GetReference(_key)))
            {
                Throw.NotEnumerating();
            }
        }
    }
}
