using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <content>Conversion, copies, counts, reset and disposal.</content>
public sealed partial class Utf8StringArena
{
    private const int StackBytes = 768;
    private const int MostBytesPerChar = 3;

    /// <summary>Converts a text to UTF-8 and adds it. A lone surrogate becomes U+FFFD.</summary>
    /// <param name="value">Any UTF-16, up to 700 million chars.</param>
    /// <inheritdoc cref="Add(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentOutOfRangeException">The text is longer than that.</exception>
    [SkipLocalsInit]
    public long Add(ReadOnlySpan<char> value)
    {
        using var utf8 = new Converted(value, stackalloc byte[StackBytes]);
        return Add(utf8.Bytes);
    }

    /// <summary>Converts a text to UTF-8 and adds it, if there is memory for it. A lone surrogate becomes U+FFFD.</summary>
    /// <param name="value">Any UTF-16.</param>
    /// <param name="id">The id, valid until the text is removed, or the arena is reset or disposed; 0 if there is none.</param>
    /// <inheritdoc cref="TryAdd(ReadOnlySpan{byte}, out long)"/>
    [SkipLocalsInit]
    public bool TryAdd(ReadOnlySpan<char> value, out long id)
    {
        id = 0;
        if (value.Length > Array.MaxLength / MostBytesPerChar)
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
            // There is no memory to convert it.
            return false;
        }
    }

    /// <summary>
    /// Copies the text of an id, even while other threads remove it: what is copied is the text, never another one and never a
    /// part of it.
    /// </summary>
    /// <param name="id">Any number.</param>
    /// <param name="destination">Where to. Its content has no meaning if nothing was copied.</param>
    /// <param name="length">Bytes of the text, even if the destination is too short for it; 0 if the id is stale.</param>
    /// <returns>Whether the text was copied. If not, a length above 0 says how much room it needs.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock, never throws. Any thread may call it.</remarks>
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
    /// A pointer to the text of an id, with a NUL behind it, for native code. Only an arena with
    /// <see cref="Utf8StringArenaOptions.NullTerminated"/> has one.
    /// </summary>
    /// <param name="id">
    /// An id of this arena. NULs within its text are passed on as they are: native code takes the first one for the end.
    /// </param>
    /// <returns>
    /// The first byte. It is valid until the text is removed, or the arena is reset or disposed, does not keep the arena alive, and
    /// must not be written to: use <see cref="GC.KeepAlive"/> or <c>using</c>.
    /// </returns>
    /// <remarks>O(1), allocates nothing, takes no lock. Any thread may call it.</remarks>
    /// <exception cref="InvalidOperationException">The arena has no NULs behind its texts; or the id is stale, or of another
    /// arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    public unsafe byte* DangerousGetPointer(long id)
    {
        ReadOnlySpan<byte> utf8 = AsSpan(id);
        if (_terminator == 0)
        {
            Throw.Utf8NotNullTerminated();
        }

        // The compiler puts a NUL behind a literal, and neither that nor the arena's memory moves.
        ref byte first = ref MemoryMarshal.GetReference(utf8.IsEmpty ? ""u8 : utf8);
        GC.KeepAlive(this);
        return (byte*)Unsafe.AsPointer(ref first);
    }

    /// <summary>A managed copy of a text. Invalid sequences become U+FFFD.</summary>
    /// <param name="id">An id of this arena, which no other thread removes meanwhile.</param>
    /// <returns>A new string.</returns>
    /// <remarks>O(length).</remarks>
    /// <exception cref="InvalidOperationException">The id is stale, or of another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    public string GetString(long id)
    {
        string text = Encoding.UTF8.GetString(AsSpan(id));
        GC.KeepAlive(this);
        return text;
    }

    /// <summary>
    /// Counts and sizes. O(slabs), those that were used up since the last reset included; adding and removing wait until it is
    /// done.
    /// </summary>
    /// <returns>The state at one moment.</returns>
    public Utf8StringArenaStatistics GetStatistics()
    {
        using var all = new AllStripes(this);
        long usedUp = 0;
        int slabs = 0;
        foreach (Utf8Slab? slab in _slabs)
        {
            usedUp += slab?.BytesUsedUp ?? 0;
            slabs += slab is null or { Number: 0 } ? 0 : 1;
        }

        return new Utf8StringArenaStatistics
        {
            Count = _stripes.Sum(static stripe => stripe?.Count ?? 0),
            TextBytes = _stripes.Sum(static stripe => stripe?.TextBytes ?? 0),
            BytesReserved = BytesReserved,
            Slabs = slabs,
            BytesUsedUp = usedUp,
        };
    }

    /// <summary>
    /// Removes all texts at once and keeps the slabs, for texts of the same lengths; others get their memory when the limit or
    /// the operating system refuses more. All ids but 0 are stale from now on, and spans must not be used. O(slabs), those that
    /// were used up since the last reset included. No other thread may be using the arena.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">There are no ids left for the slabs; the arena is unchanged.</exception>
    public void Reset()
    {
        using var all = new AllStripes(this);
        if (_isDisposed)
        {
            Throw.Utf8ArenaDisposed();
        }

        long first = _firstNumber + _slabCount;
        if (first + _slabs.Count(static slab => slab is { Class: not Utf8Slab.NoClass }) > LastNumber + 1)
        {
            Throw.NoArenaIdsLeft(_idBits);
        }

        Array.ForEach(_stripes, static stripe => stripe?.Forget());
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
    /// Disposes the arena and gives its memory back. All ids are stale from now on, and spans must not be used. A second call
    /// does nothing. Safe while other threads use the arena.
    /// </summary>
    public void Dispose()
    {
        using var all = new AllStripes(this);
        if (!_isDisposed)
        {
            Volatile.Write(ref _isDisposed, true);
            foreach (Utf8Slab? slab in _slabs)
            {
                ClearIfAsked(slab);
            }

            Array.ForEach(_stripes, static stripe => stripe?.Forget());
            Volatile.Write(ref _slabs, []);
            _slabCount = 0;
            _space.Retire();
        }
    }

    private long LastNumber => (1L << (_idBits - Utf8ArenaId.NumberShift)) - 1;

    private bool HasNumbers => _firstNumber + _slabCount <= LastNumber && _slabCount < Array.MaxLength;

    [DoesNotReturn]
    private void ThrowNoMemory(int length)
    {
        if (IsDisposed)
        {
            Throw.Utf8ArenaDisposed();
        }

        if (length > Utf8SizeClass.Longest - _terminator)
        {
            Throw.Utf8ArenaTextTooLong("utf8", length, Utf8SizeClass.Longest - _terminator);
        }

        if (!HasNumbers)
        {
            Throw.NoArenaIdsLeft(_idBits);
        }

        if (_space.LimitReached)
        {
            Throw.Utf8ArenaLimitReached(length, _space.BytesLent, _space.MaximumBytes);
        }

        Throw.NoMemoryForUtf8Arena(length);
    }

    [DoesNotReturn]
    private void ThrowStale(long id)
    {
        if (IsDisposed)
        {
            Throw.Utf8ArenaDisposed();
        }

        Throw.StaleArenaId(id);
    }

    /// <summary>A text as UTF-8, in a buffer of its own: other threads may be changing the chars.</summary>
    private readonly ref struct Converted
    {
        private readonly byte[]? _rented;

        public Converted(ReadOnlySpan<char> text, Span<byte> buffer)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(text.Length, Array.MaxLength / MostBytesPerChar, nameof(text));
            if (text.Length > buffer.Length / MostBytesPerChar)
            {
                _rented = ArrayPool<byte>.Shared.Rent(text.Length * MostBytesPerChar);
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

    /// <summary>Holds the locks of all stripes and of the arena, so that none is made meanwhile.</summary>
    private readonly ref struct AllStripes
    {
        private readonly Utf8StringArena _arena;

        public AllStripes(Utf8StringArena arena)
        {
            _arena = arena;
            while (true)
            {
                foreach (Utf8Stripe? stripe in arena._stripes)
                {
                    if (stripe is not null)
                    {
                        _ = Uninterrupted.Enter(stripe.Gate);
                    }
                }

                _ = Uninterrupted.Enter(arena._gate);
                if (Array.TrueForAll(arena._stripes, static stripe => stripe?.Gate.IsHeldByCurrentThread ?? true))
                {
                    return;
                }

                // One was made before the lock of the arena was held. Locks of stripes are taken in their order.
                Dispose();
            }
        }

        public void Dispose()
        {
            foreach (Utf8Stripe? stripe in _arena._stripes)
            {
                if (stripe is { Gate.IsHeldByCurrentThread: true })
                {
                    stripe.Gate.Exit();
                }
            }

            _arena._gate.Exit();
        }
    }
}
