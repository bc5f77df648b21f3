using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <content>Adding, evicting, removing and counting.</content>
internal sealed partial class BoundedTable
{
    /// <summary>Adds a string that was not found; null if it alone exceeds the limit.</summary>
    /// <param name="text">The string, as a key.</param>
    /// <param name="instance">The string to add.</param>
    /// <returns>The added string, or an equal one that another thread added first.</returns>
    public string? TryGetOrAdd<TText>(scoped TText text, string instance)
        where TText : struct, IInternText, allows ref struct
    {
        long bytes = StringSize.Of(instance.Length);
        if (bytes > _maximumBytes)
        {
            return null;
        }

        ulong hash = text.Hash();
        uint number = SetOf(hash);

        // Reserves the bytes before the string is added, so that the limit is never exceeded.
        Reserve(bytes);
        bool added = false;
        try
        {
            lock (GateOf(number))
            {
                if (Find(text, hash) is { } other)
                {
                    return other;
                }

                Add(number, hash, instance);
                added = true;
                return instance;
            }
        }
        finally
        {
            // Another thread added the string, or this thread was interrupted while waiting for the lock.
            if (!added)
            {
                Interlocked.Add(ref _bytes, -bytes);
            }
        }
    }

    /// <summary>Removes a string; false if it does not exist.</summary>
    public bool Remove<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct
    {
        ulong hash = text.Hash();
        uint number = SetOf(hash);
        lock (GateOf(number))
        {
            ref BoundedSet set = ref _sets[number];
            for (ulong ways = TagWord.Find(set.Tags, TagWord.PatternOf(hash)); ways != 0; ways &= ways - 1)
            {
                int way = TagWord.FirstOf(ways);
                if (BoundedSet.StringOf(ref set, way) is { } candidate && text.Matches(candidate))
                {
                    Drop(ref set, way);
                    Interlocked.Increment(ref _removals);
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>Removes all strings, set by set. Interrupting the thread does not stop the call halfway.</summary>
    public void Clear()
    {
        for (uint number = 0; number < _sets.Length; number++)
        {
            using (UninterruptibleLock.Enter(GateOf(number)))
            {
                ref BoundedSet set = ref _sets[number];
                for (int way = 0; way < BoundedSet.Ways; way++)
                {
                    if (!set.IsFree(way))
                    {
                        Drop(ref set, way);
                        Interlocked.Increment(ref _removals);
                    }
                }
            }
        }
    }

    public InternerStatistics GetStatistics() => new()
    {
        Count = Count,
        Capacity = Capacity,
        StringBytes = Volatile.Read(ref _bytes),
        TableBytes = (long)_sets.Length * (BoundedSet.Bytes + Unsafe.SizeOf<BoundedHistory>()),
        Additions = Volatile.Read(ref _additions),
        Removals = Volatile.Read(ref _removals),
        Evictions = Volatile.Read(ref _evictions),
    };

    private void Add(uint number, ulong hash, string instance)
    {
        Invariant.Holds(GateOf(number));
        ref BoundedSet set = ref _sets[number];
        ref BoundedHistory history = ref _histories[number];
        int ways = WaysOf(number);
        ulong pattern = TagWord.PatternOf(hash);
        bool cameBack = history.Remembers(pattern);
        int way = set.FindFree(ways);
        if (way < 0)
        {
            way = history.Choose(ref set, ways, cameBack);
            Evict(ref set, way);
        }

        set.Put(way, pattern, instance, wound: cameBack);
        history.Add(way, cameBack);
        Interlocked.Increment(ref _count);
        Interlocked.Increment(ref _additions);
    }

    private void Reserve(long bytes)
    {
        var wait = default(SpinBackoff);
        while (true)
        {
            long held = Volatile.Read(ref _bytes);
            if (held > _maximumBytes - bytes)
            {
                // If there is no string to evict, other threads have reserved the bytes, and will soon use or release them.
                if (!TryEvictOne())
                {
                    wait.Once();
                }
            }
            else if (Interlocked.CompareExchange(ref _bytes, held + bytes, held) == held)
            {
                return;
            }
        }
    }

    // Evicts from the sets in turn, because any string may be evicted.
    private bool TryEvictOne()
    {
        for (int i = 0; i < _sets.Length; i++)
        {
            uint number = Interlocked.Increment(ref _nextSet) % (uint)_sets.Length;
            ref BoundedSet set = ref _sets[number];
            if (Volatile.Read(ref set.Tags) == 0)
            {
                continue;
            }

            lock (GateOf(number))
            {
                if (set.Tags != 0)
                {
                    Evict(ref set, _histories[number].Choose(ref set, WaysOf(number), cameBack: false));
                    return true;
                }
            }
        }

        return false;
    }

    private void Evict(ref BoundedSet set, int way)
    {
        Drop(ref set, way);
        Interlocked.Increment(ref _evictions);
    }

    private void Drop(ref BoundedSet set, int way)
    {
        long bytes = Interlocked.Add(ref _bytes, -StringSize.Of(set.Take(way).Length));
        int count = Interlocked.Decrement(ref _count);
        Invariant.Holds(bytes >= 0 && count >= 0, "Neither the number of bytes nor the number of strings is negative.");
    }
}
