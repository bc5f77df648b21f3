using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large, managed and empty strings, stale handles.</content>
public abstract unsafe partial class StringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        text = default;
        if (id.Index == 0)
        {
            return true;
        }

        byte* cell = Find(id);
        bool found = cell != null && TryGetText(cell, id, out text);
        GC.KeepAlive(this);
        return found;
    }

    internal bool IsAlive(CellId id)
    {
        bool alive = Find(id) != null;
        GC.KeepAlive(this);
        return alive;
    }

    /// <summary>Finds room for a string whose chars the caller writes next; the caller has checked that it is not empty.</summary>
    private protected abstract PooledStringRef AllocateText(int length, out Span<char> text);

    /// <summary>Takes a slot that stands for a managed string.</summary>
    private protected abstract LargeSlot* AllocateSlot(out CellId id);

    /// <summary>The chars of a string from <see cref="AllocateText"/> are written.</summary>
    private protected virtual void EndWriting()
    {
    }

    /// <summary>The cell of any live text, a <see cref="LargeSlot"/> if the id says so; null if the id is stale.</summary>
    private protected byte* Find(CellId id) => _disposed ? null : _space.Find(id);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected PooledStringRef AllocateSlow(ReadOnlySpan<char> value)
    {
        CheckLength(nameof(value), value.Length);
        if (value.Length < _minimumLength)
        {
            return value.IsEmpty ? default : AllocateShort(nameof(value), value);
        }

        if (value.IsEmpty)
        {
            return default;
        }

        PooledStringRef result = AllocateText(value.Length, out Span<char> text);
        value.CopyTo(text);
        EndWriting();
        return result;
    }

    /// <summary>Forgets the managed string behind a slot that is being freed, if there is one.</summary>
    private protected void ForgetManaged(byte* cell, CellId id)
    {
        if (id.IsSlot && ((LargeSlot*)cell)->BlockUnits == 0)
        {
            ForgetManaged(((LargeSlot*)cell)->ManagedIndex);
        }
    }

    private protected void ForgetManaged(int index) => _managedTexts.Remove(index);

    /// <summary>Forgets all managed strings.</summary>
    private protected void ForgetManaged() => _managedTexts.Clear();

    /// <summary>Bytes of the table of managed strings.</summary>
    private protected long ManagedTextBytes => _managedTexts.ManagedBytes;

    /// <summary>Lets the fast path read what the address space has committed.</summary>
    private protected void FollowSpace()
    {
        _texts = _space.Base + CellLists.HeaderBytes;
        _limit = _space.Limit;
    }

    /// <summary>Ends reading: every further use of a handle takes the slow path, which refuses it.</summary>
    private protected void CloseReading()
    {
        _disposed = true;
        _limit = 0;
    }

    private protected void CheckLength(string parameter, int length)
    {
        ThrowIfDisposed();
        if (length > MaximumLength)
        {
            Throw.TooLong<char>(parameter, length, MaximumLength);
        }
    }

    private protected void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(GetType().Name);
        }
    }

    private protected void ThrowIfFilling(string operation)
    {
        if (Volatile.Read(ref _fillsInProgress) != 0)
        {
            Throw.FillInProgress(operation);
        }
    }

    private PooledStringRef AllocateShort(string parameter, ReadOnlySpan<char> value)
    {
        ThrowIfShortIsRefused(parameter, value.Length);
        int index = _managedTexts.Add(value.ToString());
        try
        {
            LargeSlot* slot = AllocateSlot(out CellId id);
            slot->ManagedIndex = index;
            EndWriting();
            return new PooledStringRef(this, id);
        }
        catch (OutOfMemoryException)
        {
            _managedTexts.Remove(index);
            throw;
        }
    }

    private void ThrowIfShortIsRefused(string parameter, int length)
    {
        if (_shortStrings == ShortStrings.Throw)
        {
            Throw.TooShort(parameter, length, _minimumLength);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<char> ReadSlow(CellId id)
    {
        if (!TryRead(id, out ReadOnlySpan<char> text))
        {
            ThrowIfDisposed();
            Throw.StaleHandle();
        }

        return text;
    }

    private bool TryGetText(byte* cell, CellId id, out ReadOnlySpan<char> text)
    {
        if (!id.IsSlot)
        {
            text = new ReadOnlySpan<char>(cell + CellLists.HeaderBytes, (int)(CellLists.BytesIn(*(ulong*)cell) / sizeof(char)));
            return true;
        }

        // A slot is more than one word: beside a thread that frees it, what was read belongs together only if the generation still fits.
        LargeSlot slot = *(LargeSlot*)cell;
        bool isManaged = slot.BlockUnits == 0;
        text = isManaged ? _managedTexts[slot.ManagedIndex] : default;
        Volatile.ReadBarrier();
        if (*(uint*)cell != (id.Generation & ~CellId.SlotTag))
        {
            return false;
        }

        if (!isManaged)
        {
            text = new ReadOnlySpan<char>(BlockHeader.TextOf(slot.Block), (int)(slot.Bytes / sizeof(char)));
        }

        return true;
    }
}
