using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Collections;

/// <summary>
/// A part of a <see cref="ConcurrentPooledStringDictionary{TValue}"/>: a dictionary that is changed under a lock, and read
/// without one while it is being changed. A reader notes the sequence number, looks the key up, copies the value, and begins anew
/// if the number has changed in the meantime.
/// </summary>
internal sealed partial class ConcurrentPart<TValue>
{
    private const int MostAttempts = 8;

    // What readers look through; null if they have to take the lock.
    private View? _view;

    // Until there is a first key, those of a part that never has any.
    private PooledStringDictionary<TValue> _entries;

    // Makes the entries of this part with the first key; null once they are made.
    private Func<PooledStringDictionary<TValue>>? _make;

    private SequenceLock _sequence;
    private bool _ended;

    /// <summary>A part with entries.</summary>
    public ConcurrentPart(PooledStringDictionary<TValue> entries)
    {
        _entries = entries;
        _view = new View(entries.CopyIndex());
    }

    /// <summary>A part that makes its entries with the first key, so that a dictionary with few keys is cheap.</summary>
    /// <param name="empty">A part that never has a key, and is retired before this one. Readers search its table.</param>
    /// <param name="make">Makes the entries.</param>
    public ConcurrentPart(ConcurrentPart<TValue> empty, Func<PooledStringDictionary<TValue>> make)
    {
        _entries = empty._entries;
        _view = empty._view;
        _make = make;
    }

    /// <summary>Whether the entries are those of this part.</summary>
    public bool IsMade => _make is null;

    /// <summary>The lock of the entries.</summary>
    public Lock Gate { get; } = new();

    /// <summary>
    /// The entries, to be read under the lock, and changed between <see cref="BeginChange"/> and <see cref="EndChange"/>.
    /// </summary>
    public PooledStringDictionary<TValue> Entries => _entries;

    /// <summary>Finds a value: without the lock, unless changes come too often.</summary>
    /// <param name="key">The key: chars, or bytes of ASCII.</param>
    /// <param name="hash">Its hash by <see cref="KeyHash"/>.</param>
    /// <param name="value">The value, or the default one.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetValue<T>(ReadOnlySpan<T> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
        where T : unmanaged
    {
        // The caller's value may overlap the memory of the key, so it is set last.
        bool found = TryRead(key, hash, out bool exists, out TValue? read) ? exists : TryGetValueSlow(key, hash, out read);
        value = read;
        return found;
    }

    /// <summary>Copies of the entries; none if the lock is taken, or this thread is amid a change.</summary>
    public KeyValuePair<string, TValue>[] EntriesNow()
    {
        if (!Gate.TryEnter())
        {
            return [];
        }

        try
        {
            return IsMade && !_sequence.IsChanging ? [.. (IEnumerable<KeyValuePair<string, TValue>>)_entries] : [];
        }
        finally
        {
            Gate.Exit();
        }
    }

    /// <summary>From now on readers wait or retry.</summary>
    public void BeginChange()
    {
        Invariant.Holds(Gate);
        _sequence.BeginChange();
    }

    /// <summary>
    /// Lets readers see the change. Must follow whatever was thrown since <see cref="BeginChange"/>; throws nothing itself.
    /// </summary>
    public void EndChange()
    {
        Invariant.Holds(Gate);
        if (_view is null || !_entries.IsCurrent(in _view.Index))
        {
            Renew();
        }

        _sequence.EndChange();
    }

    /// <summary>Retires the part while others may be reading.</summary>
    public void Retire()
    {
        using (Uninterrupted.Enter(Gate))
        {
            using var change = new Changing(this);
            _ended = true;
            _view = null;
            if (IsMade)
            {
                _entries.Retire();
            }
        }
    }

    // False if entries were changed in the meantime, or may have been.
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

        found = _entries.TryGetValueBesideWriter(in view.Index, key, hash, out value);
        GC.KeepAlive(view);
        return _sequence.IsUnchanged(sequence);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetValueSlow<T>(ReadOnlySpan<T> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
        where T : unmanaged
    {
        var wait = default(BriefWait);
        for (int attempt = 0; attempt < MostAttempts; attempt++)
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

    // To be called between BeginChange and EndChange. Disposed entries throw what the caller is to see.
    private void Make()
    {
        if (_make is { } make && !_entries.IsDisposed)
        {
            _entries = make();
            _make = null;
        }
    }

    private bool TryMake()
    {
        try
        {
            Make();
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    // Without memory for another view readers take the lock until the next change.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Renew()
    {
        _view = null;
        try
        {
            _view = _ended ? null : new View(_entries.CopyIndex());
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
