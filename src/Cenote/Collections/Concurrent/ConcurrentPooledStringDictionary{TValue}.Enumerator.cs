using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Collections;

/// <content>Enumeration, concurrently with anything.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>All keys, each as a new string, enumerated as by <see cref="GetEnumerator"/>.</summary>
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

    /// <summary>All values, enumerated as by <see cref="GetEnumerator"/>.</summary>
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

    /// <summary>All entries, in no meaningful order: <c>foreach (var (key, value) in dictionary)</c>.</summary>
    /// <returns>The enumerator, which need not be disposed.</returns>
    /// <remarks>
    /// <para>Everything is allowed concurrently and within the loop: adding, removing, clearing, trimming; after the dictionary
    /// is disposed, the enumerator throws <see cref="ObjectDisposedException"/> as soon as it has no copies left. No lock is held
    /// while the loop's body runs.</para>
    /// <para>The enumeration is weakly consistent. A key that is there from the beginning to the end is returned once, with a
    /// value that it had at some moment in between; a key that is added or removed may be returned or not. Only if keys collide
    /// as only an attacker's do, so that the hash is changed, may keys of that part be returned twice.</para>
    /// <para>Entries are copied in batches of up to about 12,000 entries or 262,144 chars (a single longer key is a batch of its
    /// own), each at one moment, under the lock of its part: its writers wait for that long, readers do not. The enumerator
    /// allocates buffers for the largest batch, however many entries there are. A copy of an enumerator moves on together with
    /// the original.</para>
    /// </remarks>
    public Enumerator GetEnumerator() => new(new ConcurrentEnumeration<TValue>(_parts));

    /// <summary>Copies all entries, as they are enumerated by <see cref="GetEnumerator"/>.</summary>
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

    /// <summary>Goes over the entries of a dictionary.</summary>
    public readonly struct Enumerator
    {
        private readonly ConcurrentEnumeration<TValue>? _entries;

        internal Enumerator(ConcurrentEnumeration<TValue> entries) => _entries = entries;

        /// <summary>A copy of the current entry. Its key is valid until the enumerator moves on.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called, or returned false, or the enumerator is a default value.
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

        /// <summary>Moves on to the next entry.</summary>
        /// <returns>False after the last one.</returns>
        /// <exception cref="InvalidOperationException">The enumerator is a default value.</exception>
        /// <exception cref="ObjectDisposedException">
        /// The dictionary is disposed, and there is no copy of an entry left.
        /// </exception>
        public bool MoveNext() => Entries.MoveNext();
    }

    /// <summary>A copy of an entry: <c>foreach (var (key, value) in dictionary)</c> takes it apart.</summary>
    public readonly ref struct Entry
    {
        private readonly ReadOnlySpan<char> _key;
        private readonly TValue _value;

        internal Entry(ReadOnlySpan<char> key, TValue value)
        {
            _key = key;
            _value = value;
        }

        /// <summary>The key, in a buffer of the enumerator. Valid until the enumerator moves on.</summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public ReadOnlySpan<char> Key
        {
            get
            {
                ThrowIfDefault();
                return _key;
            }
        }

        /// <summary>The value, which is a copy.</summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public TValue Value
        {
            get
            {
                ThrowIfDefault();
                return _value;
            }
        }

        /// <summary>Takes the entry apart.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = _value;
        }

        // A key lies in an array, even an empty key, so its reference is never null.
        private void ThrowIfDefault()
        {
            if (Unsafe.IsNullRef(ref MemoryMarshal.GetReference(_key)))
            {
                Throw.NotEnumerating();
            }
        }
    }
}
