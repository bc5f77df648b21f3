using Cenote.Memory.Keys;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// The rarely used state of an enumerator. It is a separate object, so that no call takes the address of the enumerator: the JIT
/// compiler can then keep the enumerator in registers.
/// </summary>
internal sealed class Enumeration<TValue>(PooledStringDictionary<TValue> dictionary)
{
    private const int MinChars = 128;

    private char[] _chars = [];

    public readonly PooledStringDictionary<TValue> Dictionary = dictionary;
    public readonly long Version = dictionary.Version;
    public readonly int Count = dictionary.Count;

    /// <summary>The indexes of the cells in key order; null to enumerate in memory order.</summary>
    public uint[]? Sorted;

    /// <summary>
    /// The position at the last call of <c>MoveSlow</c>. The enumerator and its copies may be at other positions.
    /// </summary>
    public KeyWalk Walk = dictionary.Walk();

    /// <summary>Decodes a key that is stored as bytes, into a buffer. The result is valid until the next call.</summary>
    public ReadOnlySpan<char> Decode(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > _chars.Length)
        {
            WipeBuffer();

            // Buffers to be cleared are pinned: the GC leaves copies when it moves an object.
            _chars = GC.AllocateArray<char>(Math.Max(MinChars, utf8.Length), pinned: Dictionary.ClearsFreed);
        }

        Span<char> chars = _chars;
        int length = KeyText.TryWiden(utf8, chars) ? utf8.Length : KeyText.Decode(utf8, chars);
        GC.KeepAlive(this);
        return chars[..length];
    }

    /// <summary>Clears the key buffer if the dictionary clears freed memory. Call at the end of the enumeration.</summary>
    public void WipeBuffer()
    {
        if (Dictionary.ClearsFreed)
        {
            _chars.AsSpan().Clear();
        }
    }
}
