using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Collections;

/// <content>Reading beside a writer, for a <see cref="ConcurrentPooledStringDictionary{TValue}"/>.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>A copy of what finds the keys.</summary>
    internal KeyIndex CopyIndex() => _index;

    /// <summary>Whether a copy still finds what this dictionary does.</summary>
    internal bool IsCurrent(in KeyIndex copy) => _index.FindsSame(in copy);

    /// <summary>Finds the value of a key in a copy. The outcome may be anything if keys were changed meanwhile; memory is safe in any case.</summary>
    internal bool TryGetValueBesideWriter(in KeyIndex copy, ReadOnlySpan<char> key, ulong hash, [MaybeNullWhen(false)] out TValue value)
    {
        KeyCell* cell = copy.FindBesideWriter(key, copy.HashOf(key, hash), EntryLayout<TValue>.TextOffset);
        if (cell == null)
        {
            value = default;
            return false;
        }

        if (EntryLayout<TValue>.IsInline)
        {
            value = ValueOf(cell);
            return true;
        }

        return _values.TryRead(cell->Slot, out value);
    }

    /// <summary>The cell of an inline value. It stays where it is until its key is removed or the dictionary is trimmed.</summary>
    internal static KeyCell* CellOf(ref TValue? value) => (KeyCell*)((byte*)Unsafe.AsPointer(ref value) - KeyCell.ValueOffset);

    /// <summary>Ends the dictionary while others may still be reading: its addresses stay readable for as long as anybody refers to a copy.</summary>
    internal void Retire()
    {
        _disposed = true;
        Version++;
        _values.Clear();
        _index.Retire();
    }
}
