using System.Runtime.CompilerServices;

namespace Cenote.Memory.Keys;

/// <summary>Keys are equal if all their chars are.</summary>
internal readonly unsafe struct OrdinalKeys : IKeyComparison
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, ulong wideHeader) =>
        KeyCell.Matches(cell, textOffset, key, wideHeader);
}
