using System.Numerics;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// How many chars texts with the same key have in common: the same number for all keys, or, if keys begin with the side on which
/// a text leaves the guide and the place, what the key says.
/// </summary>
internal readonly struct RunDepth
{
    private readonly int _depth;
    private readonly int _first;
    private readonly int _last;
    private readonly int _charBits;
    private readonly int _placeBits;

    /// <param name="depth">Chars that texts with the same key have in common, whatever the key.</param>
    public RunDepth(int depth) => _depth = depth;

    /// <param name="depth">Chars that texts with the same key have in common besides the place.</param>
    /// <param name="first">The first place where a text leaves the guide.</param>
    /// <param name="last">The last one.</param>
    /// <param name="charBits">Bits of a key after the place.</param>
    public RunDepth(int depth, int first, int last, int charBits)
    {
        Invariant.Holds(first <= last && depth >= 0, "The last place is not before the first.");
        _depth = depth;
        _first = first;
        _last = last;
        _charBits = charBits;
        _placeBits = BitsOfPlace(first, last);
    }

    /// <summary>Bits needed to tell these places apart.</summary>
    public static int BitsOfPlace(int first, int last) => 32 - BitOperations.LeadingZeroCount((uint)(last - first));

    /// <summary>
    /// The beginning of a key. Texts that leave the guide downwards come first, the earliest first; then those that leave it
    /// upwards, the earliest last.
    /// </summary>
    public ulong KeyOf(int place, bool isAbove) =>
        (isAbove ? (1UL << _placeBits) + (uint)(_last - place) : (uint)(place - _first)) << _charBits;

    /// <summary>The depth of the texts with this key.</summary>
    public int Of(ulong key)
    {
        ulong sideAndPlace = key >> _charBits;
        int place = (int)(sideAndPlace & ((1UL << _placeBits) - 1));
        bool isAbove = ((sideAndPlace >> _placeBits) & 1) != 0;
        return (int)Math.Min((uint)_depth + (uint)(isAbove ? _last - place : _first + place), int.MaxValue);
    }
}
