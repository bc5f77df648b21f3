using System.Collections;
using System.Text;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>All entries, in the order in which they were saved.</content>
public sealed unsafe partial class FrozenPooledStringDictionary<TValue>
{
    /// <summary>
    /// All keys, each as a new string, in the order of <see cref="GetEnumerator"/>. Enumerate the entries to read keys without
    /// allocating strings.
    /// </summary>
    public IEnumerable<string> Keys => this.Select(static pair => pair.Key);

    /// <summary>Enumerates all entries: <c>foreach (var (key, value) in dictionary)</c>.</summary>
    /// <remarks>Entries are in the order of the saved dictionary.</remarks>
    /// <returns>An enumerator, which allocates a small object, and a buffer for keys that are stored as bytes.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public Enumerator GetEnumerator()
    {
        ThrowIfDisposed();
        return new Enumerator(this);
    }

    /// <summary>
    /// Enumerates all entries as pairs, with a new string per key, for LINQ and other APIs that take a sequence.
    /// </summary>
    /// <returns>An enumerator that throws if the dictionary is disposed.</returns>
    IEnumerator<KeyValuePair<string, TValue>> IEnumerable<KeyValuePair<string, TValue>>.GetEnumerator()
    {
        ThrowIfDisposed();
        var buffer = new KeyBuffer();
        ulong next = 0;
        while (TryMoveNext(ref next, buffer, out KeyValuePair<string, TValue> pair))
        {
            yield return pair;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<string, TValue>>)this).GetEnumerator();

    // The lock protects the position and the buffer if two threads use the enumerator by mistake.
    private bool TryMoveNext(ref ulong next, KeyBuffer buffer, out KeyValuePair<string, TValue> pair)
    {
        lock (buffer)
        {
            KeyCell* cell = Advance(ref next, out uint form);
            pair = cell == null ? default : new(
                buffer.Read(cell, form, EntryLayout<TValue>.TextOffset).ToString(),
                Unsafe.ReadUnaligned<TValue>((byte*)cell + KeyCell.ValueOffset));
            Volatile.ReadBarrier();
            ThrowIfDisposed();
            GC.KeepAlive(_image);
            return cell != null;
        }
    }

    private KeyCell* Advance(ref ulong next, out uint form)
    {
        ThrowIfDisposed();
        try
        {
            return _image.Next(ref next, EntryLayout<TValue>.TextOffset, out form);
        }
        catch (InvalidDataException)
        {
            // Disposal may replace the copy of a file with zeros.
            ThrowIfDisposed();
            throw;
        }
    }

    /// <summary>Enumerates the entries of a dictionary.</summary>
    public ref struct Enumerator
    {
        private readonly FrozenPooledStringDictionary<TValue> _dictionary;
        private readonly KeyBuffer _buffer;
        private KeyCell* _cell;
        private uint _form;
        private ulong _next;

        internal Enumerator(FrozenPooledStringDictionary<TValue> dictionary)
        {
            _dictionary = dictionary;
            _buffer = new KeyBuffer();
        }

        /// <summary>The current entry. Valid until the enumerator advances.</summary>
        /// <exception cref="InvalidOperationException">
        /// <see cref="MoveNext"/> was not called or returned false, or the enumerator is a default value.
        /// </exception>
        public readonly Entry Current
        {
            get
            {
                if (_cell == null)
                {
                    Throw.NotEnumerating();
                }

                return new(_dictionary, _buffer, _cell, _form);
            }
        }

        /// <summary>Advances to the next entry.</summary>
        /// <returns>False after the last entry.</returns>
        /// <exception cref="InvalidDataException">The file is damaged: an expected key is missing.</exception>
        /// <exception cref="InvalidOperationException">The enumerator is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public bool MoveNext()
        {
            if (_dictionary is null)
            {
                Throw.NotEnumerating();
            }

            _cell = null;
            _cell = _dictionary.Advance(ref _next, out _form);
            return _cell != null;
        }
    }

    /// <summary>An entry of a dictionary; <c>foreach (var (key, value) in dictionary)</c> deconstructs it.</summary>
    public readonly ref struct Entry
    {
        private readonly FrozenPooledStringDictionary<TValue> _dictionary;
        private readonly KeyBuffer _buffer;
        private readonly KeyCell* _cell;
        private readonly uint _form;

        internal Entry(FrozenPooledStringDictionary<TValue> dictionary, KeyBuffer buffer, KeyCell* cell, uint form)
        {
            _dictionary = dictionary;
            _buffer = buffer;
            _cell = cell;
            _form = form;
        }

        /// <summary>
        /// The key. If it is not stored as UTF-16, each call decodes it into the enumerator's buffer. Valid until the enumerator
        /// advances or the dictionary is disposed.
        /// </summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public ReadOnlySpan<char> Key
        {
            get
            {
                CheckAlive();
                return _buffer.Read(_cell, _form, EntryLayout<TValue>.TextOffset);
            }
        }

        /// <summary>The value.</summary>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public TValue Value
        {
            get
            {
                CheckAlive();
                _dictionary.ReadValue(_cell, out TValue value);
                return value;
            }
        }

        /// <summary>Copies the key as UTF-8. Invalid UTF-16 becomes U+FFFD.</summary>
        /// <param name="destination">The destination.</param>
        /// <param name="bytesWritten">The number of bytes written; 0 if the key does not fit.</param>
        /// <returns>False if the destination is shorter than the key.</returns>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public bool TryCopyKeyUtf8(Span<byte> destination, out int bytesWritten)
        {
            CheckAlive();
            if (!KeyCell.IsNarrowForm(_form))
            {
                return Encoding.UTF8.TryGetBytes(Key, destination, out bytesWritten);
            }

            int length = KeyCell.LengthOf(_form);
            bool copied = new ReadOnlySpan<byte>((byte*)_cell + EntryLayout<TValue>.TextOffset, length).TryCopyTo(destination);
            bytesWritten = copied ? length : 0;
            GC.KeepAlive(_dictionary);
            return copied;
        }

        /// <summary>Deconstructs the entry.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        /// <exception cref="InvalidOperationException">The entry is a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = Value;
        }

        private void CheckAlive()
        {
            if (_dictionary is null)
            {
                Throw.NotEnumerating();
            }

            _dictionary.ThrowIfDisposed();
        }
    }
}
