using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Arenas;

/// <summary>Finds the chars of values that are not inline.</summary>
/// <remarks>
/// A value may be torn by a concurrent write, or its memory may hold other chars by now. So callers read the tail of a value only
/// once, and only chars within memory of the arena are found.
/// </remarks>
internal static unsafe class ArenaText
{
    /// <summary>Bytes before a string of at least <see cref="ArenaString.WrittenLength"/> chars.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Address of the first char; null if the value is stale or of another arena.</summary>
    /// <param name="places">The places of the arena.</param>
    /// <param name="tail">The <see cref="ArenaString.Tail"/> that was read.</param>
    /// <param name="length">The number of chars.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* Find(ref readonly PlaceMap places, ulong tail, out int length)
    {
        length = ArenaString.ShortLengthOf(tail);
        ulong place = ArenaString.PlaceOf(tail);
        if (length < ArenaString.WrittenLength)
        {
            return (char*)places.FindText(place, length);
        }

        // Returned instead of stored through its address, which would keep the length in memory on the other path too.
        ReadOnlySpan<char> written = FindWritten(in places, place);
        length = written.Length;
        return (char*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(written));
    }

    // The header may have been overwritten. The span is of native memory, or default.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<char> FindWritten(ref readonly PlaceMap places, ulong place)
    {
        byte* header = places.FindBytes(place - 1, HeaderBytes);
        int length = header == null ? 0 : *(int*)header;
        if (length < ArenaString.WrittenLength)
        {
            return default;
        }

        header = places.FindBytes(place - 1, HeaderBytes + ((ulong)length * sizeof(char)) + BumpHeap.SlackBytes);
        return header == null ? default : new ReadOnlySpan<char>(header + HeaderBytes, length);
    }
}
