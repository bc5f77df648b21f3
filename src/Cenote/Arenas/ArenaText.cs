using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Arenas;

/// <summary>The text of a value that is not inline.</summary>
/// <remarks>
/// A value may be anything: half of one and half of another that a second thread is writing, or one whose memory holds other text
/// by now. So the caller reads the rest of a value only once, and no text is found that does not lie in memory of the arena.
/// </remarks>
internal static unsafe class ArenaText
{
    /// <summary>Bytes in front of a text of <see cref="ArenaString.WrittenLength"/> chars or more.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Where the text is; null if the value is stale or of another arena.</summary>
    /// <param name="places">The places of the arena.</param>
    /// <param name="tail">What <see cref="ArenaString.Tail"/> was.</param>
    /// <param name="length">Chars of the text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* Find(ref readonly PlaceMap places, ulong tail, out int length)
    {
        length = ArenaString.ShortLengthOf(tail);
        ulong place = ArenaString.PlaceOf(tail);
        if (length < ArenaString.WrittenLength)
        {
            return (char*)places.FindText(place, length);
        }

        // Returned rather than stored through its address, which would keep the length in memory on the other path, too.
        ReadOnlySpan<char> written = FindWritten(in places, place);
        length = written.Length;
        return (char*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(written));
    }

    // The header may have been written over. The span is of native memory, or default.
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
