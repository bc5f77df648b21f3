namespace Cenote.Arenas;

/// <summary>Finds the chars of values that are not inline.</summary>
/// <remarks>
/// A concurrent write may tear a value, and the memory at its place may already hold other chars. So callers read a value's tail
/// only once, and the chars found are always within the arena's memory.
/// </remarks>
internal static unsafe class ArenaText
{
    /// <summary>Size in bytes of the header of a string of at least <see cref="ArenaString.WrittenLength"/> chars.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Address of the first char; null if the value is stale or belongs to another arena.</summary>
    /// <param name="places">The place map of the arena.</param>
    /// <param name="tail">The <see cref="ArenaString.Tail"/> of the value, already read.</param>
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

        // Returned as a span: an out parameter would force the length into memory on the path above, too.
        ReadOnlySpan<char> written = FindWritten(in places, place);
        length = written.Length;
        return (char*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(written));
    }

    // The header may have been overwritten. Returns a span over native memory, or default.
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
