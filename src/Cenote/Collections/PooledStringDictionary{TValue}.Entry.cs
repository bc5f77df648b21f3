using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>An entry that is enumerated.</content>
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

    /// <summary>An entry of a dictionary: <c>foreach (var (key, value) in dictionary)</c> takes it apart.</summary>
    /// <remarks>
    /// Valid until its key is removed, a key is added, or the dictionary is cleared, trimmed or disposed; each member throws
    /// after that. A key or a reference that was obtained before does not notice: copy what must outlive the entry.
    /// </remarks>
    public readonly ref struct Entry
    {
        private readonly Enumeration<TValue> _enumeration;
        private readonly KeyCell* _cell;

        // As it was when the entry was made: the memory of a long key that was removed may hold anything by now.
        private readonly uint _formAndLength;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal Entry(Enumeration<TValue> enumeration, KeyCell* cell)
        {
            _enumeration = enumeration;
            _cell = cell;
            _formAndLength = cell->FormAndLength;
        }

        /// <summary>Chars of the key. O(length) for a key that is stored in UTF-8 and not ASCII.</summary>
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
        /// The key. If it is not stored in UTF-16, each call writes it as that into the buffer of the enumerator. Valid until the
        /// enumerator moves on.
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

        /// <summary>Bytes of the key in UTF-8. O(length) for a key that is stored in UTF-16.</summary>
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

        /// <summary>Copies the key as UTF-8; what is not valid UTF-16 becomes U+FFFD.</summary>
        /// <param name="destination">Where to.</param>
        /// <param name="bytesWritten">How many bytes were written; 0 if the key does not fit.</param>
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

        /// <summary>The value, which may be changed in place.</summary>
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

        /// <summary>Takes the entry apart.</summary>
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
