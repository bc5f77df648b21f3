using System.Text;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>An enumerated entry.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ThrowStale(Enumeration<TValue> enumeration)
    {
        if (enumeration is null)
        {
            Throw.NotEnumerating();
        }

        enumeration.Dictionary.ThrowIfDisposed();
        Throw.StaleEntry();
    }

    /// <summary>An entry of a dictionary; <c>foreach (var (key, value) in dictionary)</c> deconstructs it.</summary>
    /// <remarks>
    /// Valid until its key is removed, a key is added, or the dictionary is cleared, trimmed or disposed; members then throw.
    /// Spans and references obtained earlier are not checked: copy data that must outlive the entry.
    /// </remarks>
    public readonly ref struct Entry
    {
        private readonly Enumeration<TValue> _enumeration;
        private readonly KeyCell* _cell;

        // Form and length, read when the entry was created: the memory of a removed long key may hold anything.
        private readonly uint _formAndLength;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal Entry(Enumeration<TValue> enumeration, KeyCell* cell)
        {
            _enumeration = enumeration;
            _cell = cell;
            _formAndLength = cell->FormAndLength;
        }

        /// <summary>Length of the key in chars. O(length) for a key that is stored as UTF-8 and not ASCII.</summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public int KeyLength
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                CheckAlive();
                return KeyCell.IsUtf8Form(_formAndLength) ? Key.Length : KeyCell.LengthOf(_formAndLength);
            }
        }

        /// <summary>
        /// The key. If it is not stored as UTF-16, each call decodes it into the enumerator's buffer. Valid until the enumerator
        /// advances.
        /// </summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public ReadOnlySpan<char> Key
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                CheckAlive();
                byte* text = (byte*)_cell + EntryLayout<TValue>.TextOffset;
                int length = KeyCell.LengthOf(_formAndLength);
                return KeyCell.IsNarrowForm(_formAndLength)
                    ? _enumeration.Decode(new ReadOnlySpan<byte>(text, length))
                    : new ReadOnlySpan<char>(text, length);
            }
        }

        /// <summary>Length of the key in UTF-8 bytes. O(length) for a key that is stored as UTF-16.</summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public int KeyUtf8Length
        {
            get
            {
                CheckAlive();
                return KeyCell.IsNarrowForm(_formAndLength) ? KeyCell.LengthOf(_formAndLength) : Encoding.UTF8.GetByteCount(Key);
            }
        }

        /// <summary>Copies the key as UTF-8. Invalid UTF-16 becomes U+FFFD.</summary>
        /// <param name="destination">The destination.</param>
        /// <param name="bytesWritten">The number of bytes written; 0 if the key does not fit.</param>
        /// <returns>False if the destination is shorter than the key.</returns>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public bool TryCopyKeyUtf8(Span<byte> destination, out int bytesWritten)
        {
            CheckAlive();
            if (!KeyCell.IsNarrowForm(_formAndLength))
            {
                return Encoding.UTF8.TryGetBytes(Key, destination, out bytesWritten);
            }

            int length = KeyCell.LengthOf(_formAndLength);
            bool copied = new ReadOnlySpan<byte>((byte*)_cell + EntryLayout<TValue>.TextOffset, length).TryCopyTo(destination);
            bytesWritten = copied ? length : 0;
            GC.KeepAlive(_enumeration);
            return copied;
        }

        /// <summary>A reference to the value.</summary>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        public ref TValue Value
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                CheckAlive();
                return ref _enumeration.Dictionary.ValueOf(_cell);
            }
        }

        /// <summary>Deconstructs the entry.</summary>
        /// <param name="key">The key.</param>
        /// <param name="value">The value.</param>
        /// <exception cref="InvalidOperationException">The entry is stale, or a default value.</exception>
        /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Deconstruct(out ReadOnlySpan<char> key, out TValue value)
        {
            key = Key;
            value = Value;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void CheckAlive()
        {
            if (_enumeration is null
                || _enumeration.Version != _enumeration.Dictionary.Version
                || _cell->FormAndLength != _formAndLength)
            {
                ThrowStale(_enumeration!);
            }
        }
    }
}
