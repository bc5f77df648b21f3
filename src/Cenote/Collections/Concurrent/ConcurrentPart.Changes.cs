using Cenote.Keys;
using Cenote.Threading;

namespace Cenote.Collections;

/// <content>
/// Changes to the part, each under the lock. A comparer of values that may be user code runs outside the lock, because it may
/// throw, re-enter, or wait for another thread. After <see cref="MaxComparisons"/> attempts, it runs under the lock.
/// </content>
internal sealed partial class ConcurrentPart<TValue>
{
    // Maximum comparisons outside the lock. A comparison is repeated if the value may have changed during it, so a comparer
    // that changes the dictionary would otherwise be called forever.
    private const int MaxComparisons = 64;

    // A JIT constant for each TValue.
    private static bool IsComparedByRuntime =>
        typeof(TValue).IsPrimitive || typeof(TValue).IsEnum || typeof(TValue) == typeof(string);

    /// <summary>Adds a key; false if it exists, or if memory is refused.</summary>
    public bool TryAdd(TextKey key, TValue value, out bool exists)
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            bool isThere = false;
            bool added = TryCreateEntries() && _entries.TryAdd(key, value, out isThere);

            // The caller's variable may overlap the memory of the key, so it is set last.
            exists = isThere;
            return added;
        }
    }

    public TValue GetOrAdd(TextKey key, TValue value, out bool exists)
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            CreateEntries();
            ref TValue place = ref _entries.GetValueRefOrAddDefault(key, out exists)!;
            if (!exists)
            {
                place = value;
            }

            return place;
        }
    }

    public void Set(TextKey key, TValue value)
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            CreateEntries();
            _entries[key] = value;
        }
    }

    /// <summary>Sets the value of a key; false if the key is new.</summary>
    public bool Set(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue old)
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            CreateEntries();
            ref TValue place = ref _entries.GetValueRefOrAddDefault(key, out bool exists)!;
            old = place;
            place = value;
            return exists;
        }
    }

    public bool TryExchange(TextKey key, TValue value, [MaybeNullWhen(false)] out TValue old)
    {
        lock (Gate)
        {
            ref TValue place = ref _entries.GetValueRefOrNullRef(key);
            if (Unsafe.IsNullRef(ref place))
            {
                old = default;
                return false;
            }

            using var change = new ChangeScope(this);
            old = place;
            place = value;
            return true;
        }
    }

    public bool TryUpdate(TextKey key, TValue value, TValue expected) =>
        TryChange(key, expected, removes: false, value);

    public bool TryRemove(TextKey key, [MaybeNullWhen(false)] out TValue value)
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            return _entries.Remove(key, out value);
        }
    }

    public bool TryRemove(TextKey key, TValue expected) => TryChange(key, expected, removes: true, expected);

    /// <summary>
    /// Removes an entry of a batch if its value is still the same. Calls the comparer only if the part has changed since the
    /// entry was copied.
    /// </summary>
    public bool TryRemove(EntryBatch<TValue> batch, int entry)
    {
        ReadOnlySpan<char> key = batch.Key(entry);
        lock (Gate)
        {
            if (_sequence.Number == batch.Sequence)
            {
                bool removed = Remove(key);
                batch.Sequence = _sequence.Number;
                return removed;
            }
        }

        return TryRemove(key, batch.Value(entry));
    }

    /// <summary>Copies entries and records the sequence number.</summary>
    public void CopyEntries(EntryBatch<TValue> batch)
    {
        lock (Gate)
        {
            _entries.CopyEntries(batch);
            batch.Sequence = _sequence.Number;
        }
    }

    public void Clear()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            using var change = new ChangeScope(this);
            _entries.ThrowIfDisposed();
            if (HasOwnEntries)
            {
                _entries.Clear();
            }
        }
    }

    public long Trim()
    {
        lock (Gate)
        {
            using var change = new ChangeScope(this);
            _entries.ThrowIfDisposed();
            return HasOwnEntries ? _entries.Trim() : 0;
        }
    }

    private bool Remove(TextKey key)
    {
        using var change = new ChangeScope(this);
        return _entries.Remove(key);
    }

    private bool TryChange(TextKey key, TValue expected, bool removes, TValue value)
    {
        if (!IsComparedByRuntime)
        {
            return TryChangeSlow(key, expected, removes, value);
        }

        lock (Gate)
        {
            ref TValue place = ref _entries.GetValueRefOrNullRef(key);
            return !Unsafe.IsNullRef(ref place)
                && EqualityComparer<TValue>.Default.Equals(place, expected)
                && Change(ref place, key, removes, value);
        }
    }

    // The comparer is user code, so it is called without the lock and with a copy of the key. Its result counts only if the
    // value is unchanged.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryChangeSlow(TextKey key, TValue expected, bool removes, TValue value)
    {
        using var copy = new KeyCopy(key, stackalloc char[KeyCopy.StackChars]);
        for (int comparison = 0; comparison < MaxComparisons; comparison++)
        {
            TValue? current;
            uint sequence;
            lock (Gate)
            {
                sequence = _sequence.Number;
                if (!_entries.TryGetValue(copy.Chars, out current))
                {
                    return false;
                }
            }

            if (!EqualityComparer<TValue>.Default.Equals(current, expected))
            {
                return false;
            }

            lock (Gate)
            {
                ref TValue place = ref _entries.GetValueRefOrNullRef(copy.Chars);
                if (Unsafe.IsNullRef(ref place))
                {
                    return false;
                }

                if (_sequence.Number == sequence || IsSame(ref place, ref current))
                {
                    return Change(ref place, copy.Chars, removes, value);
                }
            }
        }

        // The part changed during each comparison, and the value was replaced or cannot be compared bitwise. So the comparer is
        // called under the lock.
        lock (Gate)
        {
            uint sequence = _sequence.Number;
            ref TValue place = ref _entries.GetValueRefOrNullRef(copy.Chars);
            bool isExpected = !Unsafe.IsNullRef(ref place) && EqualityComparer<TValue>.Default.Equals(place, expected);
            if (_sequence.Number != sequence)
            {
                Throw.ComparerChangedCollection();
            }

            return isExpected && Change(ref place, copy.Chars, removes, value);
        }
    }

    private bool Change(ref TValue place, TextKey key, bool removes, TValue value)
    {
        using var change = new ChangeScope(this);
        if (removes)
        {
            return _entries.Remove(key);
        }

        place = value;
        return true;
    }

    // Structs with references cannot be compared bitwise: the GC may move the objects.
    private static bool IsSame(ref TValue place, ref TValue current) =>
        !typeof(TValue).IsValueType ? ReferenceEquals(place, current)
            : !RuntimeHelpers.IsReferenceOrContainsReferences<TValue>() && BytesOf(ref place).SequenceEqual(BytesOf(ref current));

    private static ReadOnlySpan<byte> BytesOf(ref TValue value) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<TValue, byte>(ref value), Unsafe.SizeOf<TValue>());

    /// <summary>A scope in which readers wait or retry. Its disposal ends the change, even after an exception.</summary>
    private readonly ref struct ChangeScope
    {
        private readonly ConcurrentPart<TValue> _part;

        public ChangeScope(ConcurrentPart<TValue> part)
        {
            _part = part;
            part.BeginChange();
        }

        public void Dispose() => _part.EndChange();
    }
}
