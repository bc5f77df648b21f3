using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Collections;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Assigns numbers, from 0, to strings that many addresses share. Numbers are reference-counted; when the last reference is
/// released, the string is freed and the number can be reused. Thread-safe, except for disposing.
/// </summary>
/// <remarks>
/// A number does not show whether its string has changed. Callers must have acquired the number, which keeps the string.
/// </remarks>
/// <param name="maximumCount">The maximum number of strings.</param>
internal sealed class TextNumbers<T>(int maximumCount) : IDisposable
    where T : unmanaged
{
    // Maps strings to numbers; _chunks maps numbers to strings. Readers access both without a lock.
    private readonly ConcurrentPooledStringDictionary<int> _numbers = new();
    private readonly Utf8StringStore _texts = new();
    private readonly NumberChunk?[] _chunks = new NumberChunk?[(maximumCount >> NumberChunk.LengthBits) + 1];

    // Held while a string is added or removed.
    private readonly Lock _changing = new();
    private readonly Stack<int> _free = new();
    private int _count;

    /// <summary>The number of strings that have numbers.</summary>
    public int Count
    {
        get
        {
            lock (_changing)
            {
                return _count - _free.Count;
            }
        }
    }

    public long NativeBytes => _numbers.GetStatistics().BytesReserved + _texts.BytesReserved;

    /// <summary>Gets the number of a string and adds a reference; false if the string has no number.</summary>
    public bool TryAcquire(ReadOnlySpan<T> text, out int number)
    {
        if (!TryFind(text, out number))
        {
            return false;
        }

        if (!ChunkOf(number).Counts.TryIncrement(NumberChunk.IndexOf(number), out bool mayBeUnused))
        {
            if (mayBeUnused)
            {
                RemoveIfUnused(number);
            }

            return false;
        }

        // Since the lookup, this number may have been reused for another string.
        if (TryGetText(number, out ReadOnlySpan<T> found) && found.SequenceEqual(text))
        {
            return true;
        }

        Release(number);
        return false;
    }

    /// <summary>Gets the number of a string, assigning one if needed, and adds a reference; false if no number is free.</summary>
    /// <exception cref="OutOfMemoryException">There is no memory for the string; nothing has changed.</exception>
    public bool TryAcquireOrAdd(ReadOnlySpan<T> text, out int number)
    {
        if (TryAcquire(text, out number))
        {
            return true;
        }

        lock (_changing)
        {
            if (TryFind(text, out number))
            {
                // The counter stays open: the thread that released the number last waits for the lock, and then finds the number
                // in use.
                return ChunkOf(number).Counts.TryIncrement(NumberChunk.IndexOf(number), out _);
            }

            return TryAdd(text, out number);
        }
    }

    /// <summary>Releases one reference to a number.</summary>
    public void Release(int number)
    {
        if (ChunkOf(number).Counts.Decrement(NumberChunk.IndexOf(number)))
        {
            RemoveIfUnused(number);
        }
    }

    /// <summary>Gets the string of a number; false if the number has none.</summary>
    public bool TryGetText(int number, out ReadOnlySpan<T> text)
    {
        text = default;
        if (Volatile.Read(ref _chunks[number >> NumberChunk.LengthBits]) is not { } chunk
            || !_texts.TryGetSpan(Volatile.Read(ref chunk.Texts[NumberChunk.IndexOf(number)]), out ReadOnlySpan<byte> found))
        {
            return false;
        }

        text = MemoryMarshal.Cast<byte, T>(found);
        return true;
    }

    public void Dispose()
    {
        _numbers.Dispose();
        _texts.Dispose();
    }

    private NumberChunk ChunkOf(int number) => _chunks[number >> NumberChunk.LengthBits]!;

    private bool TryFind(ReadOnlySpan<T> text, out int number) => typeof(T) == typeof(char)
        ? _numbers.TryGetValue(MemoryMarshal.Cast<T, char>(text), out number)
        : _numbers.TryGetValue(MemoryMarshal.AsBytes(text), out number);

    private bool TryAdd(ReadOnlySpan<T> text, out int number)
    {
        if (!_free.TryPeek(out number))
        {
            number = _count;
            if (number == maximumCount)
            {
                return false;
            }

            // Reserved now, so that releasing a number later needs no memory.
            _free.EnsureCapacity(_count + 1);
            ref NumberChunk? chunk = ref _chunks[number >> NumberChunk.LengthBits];
            if (chunk is null)
            {
                Volatile.Write(ref chunk, new NumberChunk());
            }
        }

        long id = _texts.Add(MemoryMarshal.AsBytes(text));
        try
        {
            AddNumber(text, number);
        }
        catch (OutOfMemoryException)
        {
            _texts.Remove(id);
            throw;
        }

        if (!_free.TryPop(out _))
        {
            _count++;
        }

        // Open the counter last: other threads may have found the number and wait until it is open.
        Volatile.Write(ref ChunkOf(number).Texts[NumberChunk.IndexOf(number)], id);
        ChunkOf(number).Counts.Open(NumberChunk.IndexOf(number));
        return true;
    }

    private void AddNumber(ReadOnlySpan<T> text, int number)
    {
        if (typeof(T) == typeof(char))
        {
            _numbers.TryAdd(MemoryMarshal.Cast<T, char>(text), number);
        }
        else
        {
            _numbers.TryAdd(MemoryMarshal.AsBytes(text), number);
        }
    }

    private void RemoveIfUnused(int number)
    {
        NumberChunk chunk = ChunkOf(number);
        int index = NumberChunk.IndexOf(number);
        lock (_changing)
        {
            if (chunk.Counts.TryClose(index))
            {
                RemoveText(number, ref chunk.Texts[index]);
            }
        }
    }

    private void RemoveText(int number, ref long id)
    {
        _ = TryGetText(number, out ReadOnlySpan<T> text);
        _ = typeof(T) == typeof(char)
            ? _numbers.TryRemove(MemoryMarshal.Cast<T, char>(text), out _)
            : _numbers.TryRemove(MemoryMarshal.AsBytes(text), out _);
        _texts.Remove(id);
        Volatile.Write(ref id, 0);
        _free.Push(number);
    }
}
