using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Collections;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Numbers for texts that many addresses share, from 0 on. Each is counted as often as it is acquired; when it was released as
/// often, the text goes and the number is free for another. Safe for any number of threads, but for disposing.
/// </summary>
/// <remarks>
/// A number alone does not tell whether its text has changed. Whoever holds one has acquired it, so it has not.
/// </remarks>
/// <param name="maximumCount">How many numbers there are.</param>
internal sealed class TextNumbers<T>(int maximumCount) : IDisposable
    where T : unmanaged
{
    private const int ChunkBits = 8;

    // Texts to numbers, and by number the texts, which readers need no lock for.
    private readonly ConcurrentPooledStringDictionary<int> _numbers = new();
    private readonly Utf8StringArena _texts = new();
    private readonly CountedText[]?[] _counted = new CountedText[]?[(maximumCount >> ChunkBits) + 1];

    // Held while a text is added or removed.
    private readonly Lock _changing = new();
    private readonly Stack<int> _free = new();
    private int _count;

    /// <summary>Texts that have numbers.</summary>
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

    /// <summary>The number of a text, counted once more; false if it has none.</summary>
    public bool TryAcquire(ReadOnlySpan<T> text, out int number)
    {
        if (!TryFind(text, out number) || !TryCount(ref Counted(number).Count))
        {
            return false;
        }

        // It may have become the number of another text in between.
        if (TryGetText(number, out ReadOnlySpan<T> found) && found.SequenceEqual(text))
        {
            return true;
        }

        Release(number);
        return false;
    }

    /// <summary>The number of a text, counted once more, which it is given if it has none; false if there is none left.</summary>
    /// <exception cref="OutOfMemoryException">There is no memory for the text; nothing has changed.</exception>
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
                // Perhaps from 0: whoever released it last waits for the lock, and finds it in use.
                Interlocked.Increment(ref Counted(number).Count);
                return true;
            }

            return TryAdd(text, out number);
        }
    }

    /// <summary>Counts a number once less.</summary>
    public void Release(int number)
    {
        ref CountedText counted = ref Counted(number);
        if (Interlocked.Decrement(ref counted.Count) == 0)
        {
            lock (_changing)
            {
                // Others may have acquired it again, or also have found it at 0 and removed it.
                if (Volatile.Read(ref counted.Count) == 0 && counted.Text != 0)
                {
                    RemoveText(number, ref counted);
                }
            }
        }
    }

    /// <summary>The text of a number; false if it has none.</summary>
    public bool TryGetText(int number, out ReadOnlySpan<T> text)
    {
        text = default;
        if (Volatile.Read(ref _counted[number >> ChunkBits]) is null
            || !_texts.TryGetSpan(Volatile.Read(ref Counted(number).Text), out ReadOnlySpan<byte> found))
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

    private static bool TryCount(ref int count)
    {
        int seen = Volatile.Read(ref count);
        while (seen > 0)
        {
            int found = Interlocked.CompareExchange(ref count, seen + 1, seen);
            if (found == seen)
            {
                return true;
            }

            seen = found;
        }

        return false;
    }

    private ref CountedText Counted(int number) => ref _counted[number >> ChunkBits]![number & ((1 << ChunkBits) - 1)];

    private bool TryFind(ReadOnlySpan<T> text, out int number) => typeof(T) == typeof(char)
        ? _numbers.TryGetValue(MemoryMarshal.Cast<T, char>(text), out number)
        : _numbers.TryGetValueUtf8(MemoryMarshal.AsBytes(text), out number);

    private bool TryAdd(ReadOnlySpan<T> text, out int number)
    {
        if (!_free.TryPeek(out number))
        {
            number = _count;
            if (number == maximumCount)
            {
                return false;
            }

            // So that a number that is released later needs no memory.
            _free.EnsureCapacity(_count + 1);
            _counted[number >> ChunkBits] ??= new CountedText[1 << ChunkBits];
        }

        ref CountedText counted = ref Counted(number);
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

        // The count last: others may have found the number by now, and wait for it to be counted.
        Volatile.Write(ref counted.Text, id);
        Volatile.Write(ref counted.Count, 1);
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
            _numbers.TryAddUtf8(MemoryMarshal.AsBytes(text), number);
        }
    }

    private void RemoveText(int number, ref CountedText counted)
    {
        _ = TryGetText(number, out ReadOnlySpan<T> text);
        _ = typeof(T) == typeof(char)
            ? _numbers.TryRemove(MemoryMarshal.Cast<T, char>(text), out _)
            : _numbers.TryRemoveUtf8(MemoryMarshal.AsBytes(text), out _);
        _texts.Remove(counted.Text);
        counted.Text = 0;
        _free.Push(number);
    }
}
