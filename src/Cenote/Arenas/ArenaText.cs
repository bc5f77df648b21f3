using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <summary>The text of a value that is not inline, once its memory is found.</summary>
internal static unsafe class ArenaText
{
    /// <summary>Bytes in front of a text of <see cref="ArenaString.WrittenLength"/> chars or more.</summary>
    public const int HeaderBytes = 8;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Length(ArenaString value, byte* text)
    {
        int length = value.ShortLength;
        return length < ArenaString.WrittenLength ? length : *(int*)(text - HeaderBytes);
    }
}
