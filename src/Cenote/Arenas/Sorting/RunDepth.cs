using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// The length of the common prefix of strings with the same key. The length is the same for all keys, unless keys begin with the
/// side and position of the fork from the guide: the length then depends on the key.
/// </summary>
internal readonly struct RunDepth
{
    private readonly int _depth;
    private readonly int _first;
    private readonly int _last;
    private readonly int _charBits;
    private readonly int _placeBits;

    /// <param name="depth">Length of the common prefix, for all keys.</param>
    public RunDepth(int depth) => _depth = depth;

    /// <param name="depth">Length of the common prefix, without the position of the fork.</param>
    /// <param name="first">The first position where a string diverges from the guide.</param>
    /// <param name="last">The last position where a string diverges from the guide.</param>
    /// <param name="charBits">Bits of a key after the position.</param>
    public RunDepth(int depth, int first, int last, int charBits)
    {
        Invariant.Holds(first <= last && depth >= 0, "The last position is not before the first, and the depth is not negative.");
        _depth = depth;
        _first = first;
        _last = last;
        _charBits = charBits;
        _placeBits = BitsOfPlace(first, last);
    }

    public static int BitsOfPlace(int first, int last) => 32 - BitOperations.LeadingZeroCount((uint)(last - first));

    /// <summary>
    /// The high bits of a key. Strings below the guide come first, by ascending position, then those above it, by descending
    /// position.
    /// </summary>
    public ulong KeyOf(int place, bool isAbove) =>
        (isAbove ? (1UL << _placeBits) + (uint)(_last - place) : (uint)(place - _first)) << _charBits;

    public int Of(ulong key)
    {
        ulong sideAndPlace = key >> _charBits;
        int place = (int)(sideAndPlace & ((1UL << _placeBits) - 1));
        bool isAbove = ((sideAndPlace >> _placeBits) & 1) != 0;
        return (int)Math.Min((uint)_depth + (uint)(isAbove ? _last - place : _first + place), int.MaxValue);
    }
}
