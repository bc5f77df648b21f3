using Cenote.Memory.Keys;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Collections;

/// <summary>
/// A part of a <see cref="ConcurrentPooledStringDictionary{TValue}"/>: a dictionary with a lock for writers and a sequence lock
/// for readers. A reader reads the sequence number, looks up the key, copies the value, and retries if the number has changed.
/// </summary>
internal sealed partial class ConcurrentPart<TValue>
{
    private const int MaxAttempts = 8;

    // The index that readers search; null if they must take the lock.
    private View? _view;

    // The entries. Until the first key is added, these are the entries of the shared empty part.
    private PooledStringDictionary<TValue> _entries;

    // Creates the entries of this part when its first key is added; null once the entries exist.
    private Func<PooledStringDictionary<TValue>>? _createEntries;

    private SequenceLock _sequence;
    private bool _isDisposed;

    public ConcurrentPart(PooledStringDictionary<TValue> entries)
    {
        _entries = entries;
        _view = new View(entries.CopyIndex());
    }

    /// <summary>
    /// Creates a part whose entries are created with the first key, so that a dictionary with few keys takes little memory.
    /// </summary>
    /// <param name="empty">A part that never has a key and is disposed before this one. Readers search its table.</param>
    /// <param name="make">Creates the entries.</param>
    public ConcurrentPart(ConcurrentPart<TValue> empty, Func<PooledStringDictionary<TValue>> make)
    {
        _entries = empty._entries;
        _view = empty._view;
        _createEntries = make;
    }

    /// <summary>Whether this part has its own entries.</summary>
    public bool HasOwnEntries => _createEntries is null;

    public Lock Gate { get; } = new();

    /// <summary>
    /// The entries. Read them under the lock; change them between <see cref="BeginChange"/> and <see cref="EndChange"/>.
    /// </summary>
    public PooledStringDictionary<TValue> Entries => _entries;

    /// <summary>Finds a value without the lock, unless changes are too frequent.</summary>
    /// <param name="key">The key: chars, or ASCII bytes.</param>
    /// <param name="hash">The hash of the key, computed by <see cref="KeyHash"/>.</param>
    /// <param name="value">The value, or the default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetValue<T>(ReadOnlySpan<T> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
        where T : unmanaged
    {
        // The caller's variable may overlap the memory of the key, so it is set last.
        bool found = TryRead(key, hash, out bool exists, out TValue? read) ? exists : TryGetValueSlow(key, hash, out read);
        value = read;
        return found;
    }

    /// <summary>Copies the entries; returns none if another thread holds the lock, or this thread is changing the part.</summary>
    public KeyValuePair<string, TValue>[] DebugEntries()
    {
        if (!Gate.TryEnter())
        {
            return [];
        }

        try
        {
            return HasOwnEntries && !_sequence.IsChanging ? [.. (IEnumerable<KeyValuePair<string, TValue>>)_entries] : [];
        }
        finally
        {
            Gate.Exit();
        }
    }

    /// <summary>Makes readers wait or retry.</summary>
    public void BeginChange()
    {
        Invariant.Holds(Gate);
        _sequence.BeginChange();
    }

    /// <summary>
    /// Publishes the change to readers. Must be called even if an exception was thrown after <see cref="BeginChange"/>. Does not
    /// throw.
    /// </summary>
    public void EndChange()
    {
        Invariant.Holds(Gate);
        if (_view is null || !_entries.IsCurrent(in _view.Index))
        {
            RefreshView();
        }

        _sequence.EndChange();
    }

    /// <summary>Disposes the part. Other threads may be reading it.</summary>
    public void Retire()
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            using var change = new ChangeScope(this);
            _isDisposed = true;
            _view = null;
            if (HasOwnEntries)
            {
                _entries.Retire();
            }
        }
    }

    // Returns false if a change is in progress or may have happened during the read, or if there is no view.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryRead<T>(ReadOnlySpan<T> key, ulong hash, out bool found, [MaybeNull] out TValue value)
        where T : unmanaged
    {
        if (!_sequence.TryBeginRead(out uint sequence) || _view is not { } view)
        {
            found = false;
            value = default;
            return false;
        }

        found = _entries.TryGetValueConcurrently(in view.Index, key, hash, out value);
        GC.KeepAlive(view);
        return _sequence.IsUnchanged(sequence);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetValueSlow<T>(ReadOnlySpan<T> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
        where T : unmanaged
    {
        var wait = default(SpinBackoff);
        for (int attempt = 0; attempt < MaxAttempts; attempt++)
        {
            wait.Once();
            if (TryRead(key, hash, out bool found, out value))
            {
                return found;
            }
        }

        lock (Gate)
        {
            return typeof(T) == typeof(char)
                ? _entries.TryGetValue(MemoryMarshal.Cast<T, char>(key), out value)
                : _entries.TryGetValue(MemoryMarshal.AsBytes(key), out value);
        }
    }

    // Call between BeginChange and EndChange. Does nothing if the entries are disposed: their next use throws.
    private void CreateEntries()
    {
        if (_createEntries is { } make && !_entries.IsDisposed)
        {
            _entries = make();
            _createEntries = null;
        }
    }

    private bool TryCreateEntries()
    {
        try
        {
            CreateEntries();
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    // If a view cannot be allocated, readers take the lock until the next change.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RefreshView()
    {
        _view = null;
        try
        {
            _view = _isDisposed ? null : new View(_entries.CopyIndex());
        }
        catch (OutOfMemoryException)
        {
        }
    }

    private sealed class View(KeyIndex index)
    {
        public readonly KeyIndex Index = index;
    }
}
