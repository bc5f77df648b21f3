using System.Buffers;
using System.Text;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>Conversion, copies, statistics, reset and disposal.</content>
public sealed partial class Utf8StringStore
{
    private const int StackBytes = 768;
    private const int MaxBytesPerChar = 3;

    /// <summary>Converts a string to UTF-8 and adds it. A lone surrogate becomes U+FFFD.</summary>
    /// <param name="value">Up to 715 million chars.</param>
    /// <inheritdoc cref="Add(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentOutOfRangeException">The string has more than 715 million chars.</exception>
    [SkipLocalsInit]
    public long Add(ReadOnlySpan<char> value)
    {
        using var utf8 = new Converted(value, stackalloc byte[StackBytes]);
        return Add(utf8.Bytes);
    }

    /// <summary>Converts a string to UTF-8 and adds it, if there is memory for it. A lone surrogate becomes U+FFFD.</summary>
    /// <param name="value">The chars.</param>
    /// <param name="id">The id, valid until the string is removed, or the store is reset or disposed; 0 on failure.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{byte}, out long)"/>
    [SkipLocalsInit]
    public bool TryAdd(ReadOnlySpan<char> value, out long id)
    {
        id = 0;
        if (value.Length > Array.MaxLength / MaxBytesPerChar)
        {
            return false;
        }

        try
        {
            using var utf8 = new Converted(value, stackalloc byte[StackBytes]);
            return TryAdd(utf8.Bytes, out id);
        }
        catch (OutOfMemoryException)
        {
            // There is no memory for the conversion.
            return false;
        }
    }

    /// <summary>
    /// Copies the string of an id, even while other threads remove it. The copy is always complete and never mixes two strings.
    /// </summary>
    /// <param name="id">Any number.</param>
    /// <param name="destination">The destination. Its content is undefined if nothing was copied.</param>
    /// <param name="length">Bytes of the string, even if the destination is too short; 0 if the id is stale, or the store is
    /// disposed.</param>
    /// <returns>Whether the string was copied. If not, a length above 0 is the required size.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock, never throws. Thread-safe.</remarks>
    public bool TryCopyTo(long id, Span<byte> destination, out int length)
    {
        length = 0;
        if (!TryGetSpan(id, out ReadOnlySpan<byte> utf8))
        {
            return false;
        }

        bool fits = utf8.TryCopyTo(destination);
        bool isLive = TryGetSpan(id, out _);
        length = isLive ? utf8.Length : 0;
        GC.KeepAlive(this);
        return fits && isLive;
    }

    /// <summary>
    /// Returns a pointer to a NUL-terminated string for native code. Requires
    /// <see cref="Utf8StringStoreOptions.NullTerminated"/>.
    /// </summary>
    /// <param name="id">An id of this store. Its string may contain NULs, but native code stops at the first one.</param>
    /// <returns>
    /// A pointer to the first byte. It is valid until the string is removed, or the store is reset or disposed, and must not be
    /// written through. It does not keep the store alive: use <see cref="GC.KeepAlive"/> or <c>using</c>.
    /// </returns>
    /// <remarks>O(1), allocates nothing, takes no lock. Thread-safe.</remarks>
    /// <exception cref="InvalidOperationException">The store does not NUL-terminate strings, or the id is stale or belongs to
    /// another store.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public unsafe byte* DangerousGetPointer(long id)
    {
        ReadOnlySpan<byte> utf8 = AsSpan(id);
        if (_terminator == 0)
        {
            Throw.Utf8NotNullTerminated();
        }

        // The compiler NUL-terminates UTF-8 literals. Neither a literal nor the store's memory moves.
        ref byte first = ref MemoryMarshal.GetReference(utf8.IsEmpty ? ""u8 : utf8);
        GC.KeepAlive(this);
        return (byte*)Unsafe.AsPointer(ref first);
    }

    /// <summary>Decodes the UTF-8 string of an id to a managed string. Invalid sequences become U+FFFD.</summary>
    /// <param name="id">An id of this store. No other thread may remove its string concurrently.</param>
    /// <returns>The managed string.</returns>
    /// <remarks>O(length).</remarks>
    /// <exception cref="InvalidOperationException">The id is stale or belongs to another store.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public string GetString(long id)
    {
        string text = Encoding.UTF8.GetString(AsSpan(id));
        GC.KeepAlive(this);
        return text;
    }

    /// <summary>
    /// Counts strings, slabs and bytes. O(slabs), including those exhausted since the last reset. Additions and removals wait
    /// until the call returns.
    /// </summary>
    /// <returns>A consistent snapshot.</returns>
    public Utf8StringStoreStatistics GetStatistics()
    {
        using var all = new AllStripes(this);
        long usedUp = 0;
        int slabs = 0;
        foreach (Utf8Slab? slab in _slabs)
        {
            usedUp += slab?.BytesUsedUp ?? 0;
            slabs += slab is null or { Number: 0 } ? 0 : 1;
        }

        return new Utf8StringStoreStatistics
        {
            Count = _stripes.Sum(static stripe => stripe?.Count ?? 0),
            TextBytes = _stripes.Sum(static stripe => stripe?.TextBytes ?? 0),
            BytesReserved = BytesReserved,
            Slabs = slabs,
            BytesUsedUp = usedUp,
        };
    }

    /// <summary>
    /// Removes all strings at once. The memory of strings of more than 8 KB is released; the other slabs are kept for strings of
    /// the same lengths. Other lengths reuse these slabs only when the limit is reached or the operating system has no memory.
    /// All ids except 0 become stale, and spans must no longer be used. O(slabs), including those exhausted since the last reset,
    /// or O(bytes) with <see cref="Utf8StringStoreOptions.ClearOnFree"/>. No other thread may use the store concurrently.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    /// <exception cref="OutOfMemoryException">There are no ids left for the slabs; the store is unchanged.</exception>
    public void Reset()
    {
        using var all = new AllStripes(this);
        if (_isDisposed)
        {
            Throw.Utf8StoreDisposed();
        }

        long first = _firstNumber + _slabCount;
        if (first + _slabs.Count(static slab => slab is { Class: not Utf8Slab.NoClass }) > LastNumber + 1)
        {
            Throw.NoStoreIdsLeft(_idBits);
        }

        Array.ForEach(_stripes, static stripe => stripe?.ClearSlabLists());
        int count = _slabCount;
        _firstNumber = first;
        _slabCount = 0;
        _vacant = null;
        for (int place = 0; place < count; place++)
        {
            if (_slabs[place] is { } slab)
            {
                _slabs[place] = null;
                Restart(slab);
            }
        }
    }

    /// <summary>
    /// Disposes the store and releases its memory. All ids become stale, and spans must no longer be used. A second call does
    /// nothing. Safe while other threads use the store.
    /// </summary>
    public void Dispose()
    {
        using var all = new AllStripes(this);
        if (!_isDisposed)
        {
            Volatile.Write(ref _isDisposed, true);
            foreach (Utf8Slab? slab in _slabs)
            {
                ClearIfEnabled(slab);
            }

            foreach (Utf8Stripe? stripe in _stripes)
            {
                stripe?.ClearSlabLists();
            }

            Volatile.Write(ref _slabs, []);
            _slabCount = 0;
            _space.Retire();
        }
    }

    private long LastNumber => (1L << (_idBits - Utf8StoreId.NumberShift)) - 1;

    private bool HasNumbers => _firstNumber + _slabCount <= LastNumber && _slabCount < Array.MaxLength;

    [DoesNotReturn]
    private void ThrowNoMemory(int length)
    {
        if (IsDisposed)
        {
            Throw.Utf8StoreDisposed();
        }

        if (length > Utf8SizeClass.Longest - _terminator)
        {
            Throw.Utf8StoreTextTooLong("utf8", length, Utf8SizeClass.Longest - _terminator);
        }

        if (!HasNumbers)
        {
            Throw.NoStoreIdsLeft(_idBits);
        }

        if (_space.LimitReached)
        {
            Throw.Utf8StoreLimitReached(length, _space.BytesLent, _space.MaximumBytes);
        }

        Throw.NoMemoryForUtf8Store(length);
    }

    [DoesNotReturn]
    private void ThrowStale(long id)
    {
        if (IsDisposed)
        {
            Throw.Utf8StoreDisposed();
        }

        Throw.StaleStoreId(id);
    }

    /// <summary>A string as UTF-8, in a private buffer, because other threads may be changing the chars.</summary>
    private readonly ref struct Converted
    {
        private readonly byte[]? _rented;

        public Converted(ReadOnlySpan<char> text, Span<byte> buffer)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(text.Length, Array.MaxLength / MaxBytesPerChar, nameof(text));
            if (text.Length > buffer.Length / MaxBytesPerChar)
            {
                _rented = ArrayPool<byte>.Shared.Rent(text.Length * MaxBytesPerChar);
                buffer = _rented;
            }

            Bytes = buffer[..Encoding.UTF8.GetBytes(text, buffer)];
        }

        public ReadOnlySpan<byte> Bytes { get; }

        public void Dispose()
        {
            if (_rented is not null)
            {
                ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
            }
        }
    }

    /// <summary>Holds the locks of the store and all stripes, so that no stripe is created.</summary>
    private readonly ref struct AllStripes
    {
        private readonly Utf8StringStore _store;

        public AllStripes(Utf8StringStore store)
        {
            _store = store;
            while (true)
            {
                foreach (Utf8Stripe? stripe in store._stripes)
                {
                    if (stripe is not null)
                    {
                        _ = UninterruptibleLock.Enter(stripe.Gate);
                    }
                }

                _ = UninterruptibleLock.Enter(store._gate);
                if (Array.TrueForAll(store._stripes, static stripe => stripe?.Gate.IsHeldByCurrentThread ?? true))
                {
                    return;
                }

                // A stripe was created before the store's lock was taken. Retries, because the lock of a stripe must be taken
                // before the store's lock.
                Dispose();
            }
        }

        public void Dispose()
        {
            foreach (Utf8Stripe? stripe in _store._stripes)
            {
                if (stripe is { Gate.IsHeldByCurrentThread: true })
                {
                    stripe.Gate.Exit();
                }
            }

            _store._gate.Exit();
        }
    }
}
