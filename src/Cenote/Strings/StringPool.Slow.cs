using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large, managed and empty strings, stale handles.</content>
public abstract unsafe partial class StringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        bool found = true;
        if (id.Index >= _texts.Limit || !TextSpace.TryRead(_texts.First, id, out text))
        {
            text = FindText(id, out found);
        }

        GC.KeepAlive(this);
        return found;
    }

    internal bool IsAlive(CellId id) => _texts.IsAlive(id);

    /// <summary>Finds room for a string whose chars the caller writes next; the caller has checked that it is not empty.</summary>
    private protected abstract PooledStringRef AllocateText(int length, out Span<char> text);

    /// <summary>Takes a slot that stands for a managed string.</summary>
    private protected abstract LargeSlot* AllocateSlot(out CellId id);

    /// <summary>The chars of a string from <see cref="AllocateText"/> are written.</summary>
    private protected virtual void EndWriting()
    {
    }

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
        if (LargeSlot.ManagedTextOf(cell, id) is { } index)
        {
            ForgetManaged(index);
        }
    }

    private protected void ForgetManaged(int index) => _managedTexts.Remove(index);

    /// <summary>Forgets all managed strings.</summary>
    private protected void ForgetManaged() => _managedTexts.Clear();

    /// <summary>Bytes of the table of managed strings.</summary>
    private protected long ManagedTextBytes => _managedTexts.ManagedBytes;

    /// <summary>A range of lengths that one comparison tests: length - start &lt;= range. An empty one is one that no length is in.</summary>
    private protected static void SetRange(int shortest, int longest, out uint start, out uint range)
    {
        bool isEmpty = shortest > longest;
        start = isEmpty ? uint.MaxValue : (uint)shortest;
        range = isEmpty ? 0 : (uint)(longest - shortest);
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
        if (_texts.IsClosed)
        {
            Throw.Disposed(GetType().Name);
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
        ReadOnlySpan<char> text = FindText(id, out bool found);
        if (!found)
        {
            ThrowIfDisposed();
            Throw.StaleHandle();
        }

        return text;
    }

    // Returns the text in registers: an out parameter would be written in parts and read as a whole, which stalls the processor.
    private ReadOnlySpan<char> FindText(CellId id, out bool found)
    {
        byte* cell = _texts.Find(id);
        if (cell == null)
        {
            found = id.Index == 0;
            return default;
        }

        // A slot is more than one word: beside a thread that frees it, what was read belongs together only if the generation still fits.
        ReadOnlySpan<char> text = LargeSlot.ManagedTextOf(cell, id) is { } index ? _managedTexts[index] : TextSpace.TextOf<char>(cell, id);
        Volatile.ReadBarrier();
        found = *(uint*)cell == (id.Generation & ~CellId.SlotTag);
        GC.KeepAlive(this);
        return found ? text : default;
    }
}
