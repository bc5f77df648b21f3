using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>A list of bits off the managed heap, all initially 0.</summary>
internal sealed class BitList : IDisposable
{
    /// <summary>The number of bits per word.</summary>
    public const int WordBits = 64;

    private static readonly ulong[] s_zeros = new ulong[1_024];

    private readonly NativeList<ulong> _words = new();

    /// <summary>Creates a list.</summary>
    /// <param name="count">The number of bits.</param>
    public BitList(long count)
    {
        for (long missing = (count + WordBits - 1) / WordBits; missing > 0; missing -= s_zeros.Length)
        {
            _words.AddRange(s_zeros.AsSpan(0, (int)Math.Min(missing, s_zeros.Length)));
        }
    }

    /// <summary>The number of words.</summary>
    public long Words => _words.Count;

    /// <summary>Whether a bit is set.</summary>
    public bool this[long bit] => (_words[bit / WordBits] >> (int)(bit % WordBits) & 1) != 0;

    /// <summary>The word at <paramref name="index"/>.</summary>
    public ulong Word(long index) => _words[index];

    /// <summary>Sets a bit.</summary>
    /// <returns>Whether the bit was 0.</returns>
    public bool Set(long bit)
    {
        ref ulong word = ref _words[bit / WordBits];
        ulong mask = 1UL << (int)(bit % WordBits);
        bool isNew = (word & mask) == 0;
        word |= mask;
        return isNew;
    }

    /// <summary>Clears a bit and the others in its word, for callers that clear all set bits.</summary>
    public void ClearAround(long bit) => _words[bit / WordBits] = 0;

    /// <summary>Calls a callback with the index of each set bit, in ascending order.</summary>
    public void ForEach(Action<long> tell)
    {
        for (long word = 0; word < _words.Count; word++)
        {
            for (ulong bits = _words[word]; bits != 0; bits &= bits - 1)
            {
                tell((word * WordBits) + BitOperations.TrailingZeroCount(bits));
            }
        }
    }

    /// <summary>Releases the memory.</summary>
    public void Dispose() => _words.Dispose();
}
