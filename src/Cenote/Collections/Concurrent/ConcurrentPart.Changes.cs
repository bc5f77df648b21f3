using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Collections;

/// <content>
/// Changes, each under the lock. The user's code is called before a change begins and never during one: it is the comparer of
/// values, and may throw, or call back on the same thread, which the lock lets in.
/// </content>
internal sealed partial class ConcurrentPart<TValue>
{
    /// <summary>Adds a key; false if it is there, or if there is no memory for it.</summary>
    public bool TryAdd(ReadOnlySpan<char> key, TValue value, out bool exists)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            return entries.TryAdd(key, value, out exists);
        }
    }

    /// <summary>As the other form, for a key that is stored as it comes.</summary>
    public bool TryAddUtf8(ReadOnlySpan<byte> key, TValue value, out bool exists)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            return entries.TryAddUtf8(key, value, out exists);
        }
    }

    /// <summary>The value of a key, which is added if it is not there.</summary>
    public TValue GetOrAdd(ReadOnlySpan<char> key, TValue value, out bool exists)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            ref TValue place = ref entries.GetValueRefOrAddDefault(key, out exists)!;
            if (!exists)
            {
                place = value;
            }

            return place;
        }
    }

    public void Set(ReadOnlySpan<char> key, TValue value)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            entries[key] = value;
        }
    }

    /// <summary>Sets the value of a key; false if the key was not there before.</summary>
    public bool Set(ReadOnlySpan<char> key, TValue value, [MaybeNullWhen(false)] out TValue old)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            ref TValue place = ref entries.GetValueRefOrAddDefault(key, out bool exists)!;
            old = place;
            place = value;
            return exists;
        }
    }

    /// <summary>Replaces the value of a key; false if the key is not there.</summary>
    public bool TryExchange(ReadOnlySpan<char> key, TValue value, [MaybeNullWhen(false)] out TValue old)
    {
        lock (Gate)
        {
            ref TValue place = ref entries.GetValueRefOrNullRef(key);
            if (Unsafe.IsNullRef(ref place))
            {
                old = default;
                return false;
            }

            using var change = new Change(this);
            old = place;
            place = value;
            return true;
        }
    }

    /// <summary>Replaces the value of a key if it is the expected one.</summary>
    public bool TryUpdate(ReadOnlySpan<char> key, TValue value, TValue expected)
    {
        lock (Gate)
        {
            ref TValue place = ref entries.GetValueRefOrNullRef(key);
            if (Unsafe.IsNullRef(ref place) || !IsExpected(place, expected))
            {
                return false;
            }

            using var change = new Change(this);
            place = value;
            return true;
        }
    }

    /// <summary>Removes a key.</summary>
    public bool TryRemove(ReadOnlySpan<char> key, [MaybeNullWhen(false)] out TValue value)
    {
        lock (Gate)
        {
            using var change = new Change(this);
            return entries.Remove(key, out value);
        }
    }

    /// <summary>Removes a key if its value is the expected one.</summary>
    public bool TryRemove(ReadOnlySpan<char> key, TValue expected)
    {
        lock (Gate)
        {
            ref TValue place = ref entries.GetValueRefOrNullRef(key);
            return !Unsafe.IsNullRef(ref place) && IsExpected(place, expected) && Remove(key);
        }
    }

    /// <summary>
    /// Removes an entry of a batch if its value is still the same one. The comparer is not asked while the part is as it was.
    /// </summary>
    public bool TryRemove(EntryBatch<TValue> batch, int entry)
    {
        ReadOnlySpan<char> key = batch.Key(entry);
        lock (Gate)
        {
            if (_sequence != batch.Sequence)
            {
                return TryRemove(key, batch.Value(entry));
            }

            bool removed = Remove(key);
            batch.Sequence = _sequence;
            return removed;
        }
    }

    /// <summary>Copies entries, and notes the sequence number.</summary>
    public void CopyEntries(EntryBatch<TValue> batch)
    {
        lock (Gate)
        {
            entries.CopyEntries(batch);
            batch.Sequence = _sequence;
        }
    }

    /// <summary>Removes every key.</summary>
    public void Clear()
    {
        using (Uninterrupted.Enter(Gate))
        {
            using var change = new Change(this);
            entries.Clear();
        }
    }

    /// <summary>Gives back what the keys do not need.</summary>
    public long Trim()
    {
        lock (Gate)
        {
            using var change = new Change(this);
            return entries.Trim();
        }
    }

    private bool Remove(ReadOnlySpan<char> key)
    {
        using var change = new Change(this);
        return entries.Remove(key);
    }

    private bool IsExpected(TValue value, TValue expected)
    {
        uint sequence = _sequence;
        bool isExpected = EqualityComparer<TValue>.Default.Equals(value, expected);
        if (_sequence != sequence)
        {
            Throw.ComparerChangedCollection();
        }

        return isExpected;
    }

    /// <summary>From its creation until its disposal readers wait, or begin anew, whatever is thrown in between.</summary>
    private readonly ref struct Change
    {
        private readonly ConcurrentPart<TValue> _part;

        public Change(ConcurrentPart<TValue> part)
        {
            _part = part;
            part.BeginChange();
        }

        public void Dispose() => _part.EndChange();
    }
}
