using Cenote.Memory.Entries;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Collections;

/// <summary>
/// A part of a <see cref="ConcurrentNativeDictionary{TKey, TValue}"/>: entries with a lock for writers and a sequence lock for
/// readers. A reader reads the sequence number, looks up the key, copies the value, and retries if the number has changed.
/// </summary>
internal sealed unsafe partial class ConcurrentNativePart<TKey, TValue>
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    private const int MaxAttempts = 8;

    private readonly ConcurrentNativePart<TKey, TValue>[] _all;

    private EntryIndex<TKey, TValue> _index;

    // The index that readers search; null if they must take the lock.
    private View? _view;

    private SequenceLock _sequence;
    private bool _isDisposed;

    // The address space for this part's table; null once the table exists.
    private AddressSpace? _pendingTableSpace;

    /// <summary>Creates a part without a table, for <see cref="TryInitialize"/>.</summary>
    /// <param name="all">All parts of the dictionary.</param>
    public ConcurrentNativePart(ConcurrentNativePart<TKey, TValue>[] all) => _all = all;

    /// <summary>
    /// Creates a part whose table is created with the first key, so that a dictionary with few keys takes little memory.
    /// </summary>
    /// <param name="all">All parts of the dictionary.</param>
    /// <param name="empty">A part that never has a key. Readers search its table.</param>
    /// <param name="whole">The address space of all parts.</param>
    public ConcurrentNativePart(
        ConcurrentNativePart<TKey, TValue>[] all, ConcurrentNativePart<TKey, TValue> empty, AddressSpace whole)
        : this(all)
    {
        _index = empty._index;
        _view = empty._view;
        _pendingTableSpace = whole;
    }

    /// <summary>Creates the table; false if memory for it is refused.</summary>
    public bool TryInitialize(AddressSpace space, KeyRule<TKey> rule, int capacity)
    {
        bool made = _index.TryInitialize(space, rule, capacity);
        _view = new View(in _index);
        return made;
    }

    public Lock Gate { get; } = new();

    public int Count => _index.Count;

    public bool IsDisposed => _isDisposed;

    public AddressSpace Space => _index.Space;

    public long BytesReserved => _pendingTableSpace is null ? Space.BytesLent : 0;

    public uint EntryBytes => _index.Heap.EntryBytes;

    /// <summary>
    /// Enters the lock. Comparers run under the lock of a part. Within a comparer, a thread does not wait for the lock of another
    /// part, because the holder of that lock may be waiting for this thread's lock.
    /// </summary>
    /// <exception cref="InvalidOperationException">The thread is within a comparer and would have to wait.</exception>
    public LockScope Enter()
    {
        if (!Gate.TryEnter())
        {
            ThrowIfComparing();
            Gate.Enter();
        }

        return new LockScope(Gate);
    }

    /// <summary>Throws if a comparer of the dictionary is running on this thread, under the lock of a part.</summary>
    public void ThrowIfComparing()
    {
        foreach (ConcurrentNativePart<TKey, TValue> part in _all)
        {
            if (part.Gate.IsHeldByCurrentThread)
            {
                Throw.ComparerWouldWait();
            }
        }
    }

    /// <summary>Finds a value without the lock, unless changes are too frequent.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">The hash of the key, computed by a key rule that was never rekeyed.</param>
    /// <param name="value">The value, or the default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetValue(in TKey key, ulong hash, out TValue value)
    {
        if (_sequence.TryBeginRead(out uint sequence)
            && _view is { } view
            && view.Index.TryFindInline(in key, (uint)hash, out byte* entry)
            && TryCopy(view, entry, sequence, out value))
        {
            return entry != null;
        }

        return TryGetValueSlow(in key, hash, out value);
    }

    /// <summary>Copies the entries; returns none if another thread holds the lock, or this thread is changing the part.</summary>
    public KeyValuePair<TKey, TValue>[] DebugEntries()
    {
        if (!Gate.TryEnter())
        {
            return [];
        }

        try
        {
            var entries = new List<KeyValuePair<TKey, TValue>>();
            if (!_sequence.IsChanging)
            {
                _index.CopyAll(entries);
            }

            return [.. entries];
        }
        finally
        {
            Gate.Exit();
        }
    }

    public NativeDictionaryStatistics GetStatistics()
    {
        using (Enter())
        {
            ThrowIfDisposed();
            return _pendingTableSpace is not null ? new NativeDictionaryStatistics { EntryBytes = (int)EntryBytes } : new()
            {
                Count = Count,
                EntryBytes = (int)EntryBytes,
                BytesReserved = BytesReserved,
                BytesUsed = (long)Count * EntryBytes,
                TableBytes = _index.Table.NativeBytes,
                ManagedBytes = ManagedBytes,
                Buckets = _index.Table.Buckets,
                Rehashes = _index.Rehashes,
                CollidingKeys = _index.Strays,
            };
        }
    }

    public long ManagedBytes
    {
        get
        {
            Invariant.Holds(Gate);
            return _pendingTableSpace is null
                ? (2 * Unsafe.SizeOf<EntryIndex<TKey, TValue>>()) + Space.ManagedBytes + _index.ManagedBytes
                : Unsafe.SizeOf<EntryIndex<TKey, TValue>>();
        }
    }

    /// <summary>Disposes the part. Other threads may be reading it.</summary>
    public void Retire()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            using var change = new ChangeScope(this);
            _isDisposed = true;
            _view = null;
            if (_pendingTableSpace is null)
            {
                _index.Retire();
            }
        }
    }

    // Returns false if a change is in progress or may have happened during the read, or if there is no view.
    private bool TryRead(in TKey key, ulong hash, out bool found, out TValue value)
    {
        if (!_sequence.TryBeginRead(out uint sequence) || _view is not { } view)
        {
            found = false;
            value = default;
            return false;
        }

        byte* entry = view.Index.FindConcurrently(in key, view.Index.HashOf(in key, hash), in _sequence, sequence);
        found = entry != null;
        return TryCopy(view, entry, sequence, out value);
    }

    // Each branch writes directly to the caller's variable. A copy through a local variable would have to wait for the load from
    // memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryCopy(View view, byte* entry, uint sequence, out TValue value)
    {
        if (entry == null)
        {
            value = default;
        }
        else
        {
            value = EntryHeap<TKey, TValue>.ValueOf(entry);
        }

        GC.KeepAlive(view);
        return _sequence.IsUnchanged(sequence);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetValueSlow(in TKey key, ulong hash, out TValue value)
    {
        var wait = default(SpinBackoff);
        for (int attempt = 0; attempt < MaxAttempts; attempt++)
        {
            if (TryRead(in key, hash, out bool found, out value))
            {
                return found;
            }

            wait.Once();
        }

        using (Enter())
        {
            byte* entry = Find(in key, _index.HashOf(in key, hash));
            value = entry == null ? default : EntryHeap<TKey, TValue>.ValueOf(entry);
            return entry != null;
        }
    }

    // The key comparer may be user code, which may change the part.
    private byte* Find(in TKey key, uint hash)
    {
        Invariant.Holds(Gate);
        ThrowIfDisposed();
        uint sequence = _sequence.Number;
        byte* entry = _index.Find(in key, hash);
        if (_sequence.Number != sequence)
        {
            CommonThrow.KeyComparerChangedCollection();
        }

        return entry;
    }

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
        {
            Throw.CollectionDisposed(nameof(ConcurrentNativeDictionary<,>));
        }
    }

    // If a view cannot be allocated, readers take the lock until the next change.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RefreshView()
    {
        _view = null;
        try
        {
            _view = _isDisposed ? null : new View(in _index);
        }
        catch (OutOfMemoryException)
        {
        }
    }

    /// <summary>A scope in which readers wait or retry. Its disposal ends the change, even after an exception.</summary>
    private readonly ref struct ChangeScope
    {
        private readonly ConcurrentNativePart<TKey, TValue> _part;

        public ChangeScope(ConcurrentNativePart<TKey, TValue> part)
        {
            _part = part;
            Invariant.Holds(part.Gate);
            part._sequence.BeginChange();
        }

        public void Dispose()
        {
            Invariant.Holds(_part.Gate);
            if (_part._view is null || !_part._index.HasSameLayout(in _part._view.Index))
            {
                _part.RefreshView();
            }

            _part._sequence.EndChange();
        }
    }

    public readonly ref struct LockScope(Lock gate)
    {
        public void Dispose() => gate.Exit();
    }

    private sealed class View(in EntryIndex<TKey, TValue> index)
    {
        public readonly EntryIndex<TKey, TValue> Index = index;
    }
}
