using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// What an enumerator rarely needs, in an object of its own: an enumerator that never hands out its own address is kept in
/// registers.
/// </summary>
internal sealed class Enumeration<TValue>(PooledStringDictionary<TValue> dictionary)
{
    private const int LeastChars = 128;

    private char[] _chars = [];

    public readonly PooledStringDictionary<TValue> Dictionary = dictionary;
    public readonly long Version = dictionary.Version;

    /// <summary>Where the enumerator was that moved last. A copy of it may be somewhere else.</summary>
    public KeyWalk Walk = dictionary.Walk();

    /// <summary>A key that is stored as bytes, until the next one is asked for.</summary>
    public ReadOnlySpan<char> Decode(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > _chars.Length)
        {
            WipeBuffer();

            // What will be wiped stays where it is: the garbage collector leaves copies of what it moves.
            _chars = GC.AllocateArray<char>(Math.Max(LeastChars, utf8.Length), pinned: Dictionary.ClearsFreed);
        }

        Span<char> chars = _chars;
        int length = KeyText.TryWiden(utf8, chars) ? utf8.Length : KeyText.Decode(utf8, chars);
        GC.KeepAlive(this);
        return chars[..length];
    }

    /// <summary>
    /// To be called when nobody asks for a key any more: overwrites what is left of them, if nothing is to be left.
    /// </summary>
    public void WipeBuffer()
    {
        if (Dictionary.ClearsFreed)
        {
            _chars.AsSpan().Clear();
        }
    }
}
