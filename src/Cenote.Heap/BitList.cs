using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>Bits in memory off the managed heap, all of them 0 at first.</summary>
internal sealed class BitList : IDisposable
{
    /// <summary>How many bits a word has.</summary>
    public const int WordBits = 64;

    private static readonly ulong[] s_zeros = new ulong[1_024];

    private readonly NativeList<ulong> _words = new();

    /// <summary>Makes bits.</summary>
    /// <param name="count">How many.</param>
    public BitList(long count)
    {
        for (long missing = (count + WordBits - 1) / WordBits; missing > 0; missing -= s_zeros.Length)
        {
            _words.AddRange(s_zeros.AsSpan(0, (int)Math.Min(missing, s_zeros.Length)));
        }
    }

    /// <summary>How many words they are.</summary>
    public long Words => _words.Count;

    /// <summary>A bit.</summary>
    public bool this[long bit] => (_words[bit / WordBits] >> (int)(bit % WordBits) & 1) != 0;

    /// <summary>The word of number <paramref name="index"/>.</summary>
    public ulong Word(long index) => _words[index];

    /// <summary>Sets a bit.</summary>
    /// <returns>Whether it was 0.</returns>
    public bool Set(long bit)
    {
        ref ulong word = ref _words[bit / WordBits];
        ulong mask = 1UL << (int)(bit % WordBits);
        bool isNew = (word & mask) == 0;
        word |= mask;
        return isNew;
    }

    /// <summary>Clears a bit and those in the same word, for whoever clears all that were set.</summary>
    public void ClearAround(long bit) => _words[bit / WordBits] = 0;

    /// <summary>Tells every bit that is set, in ascending order.</summary>
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

    /// <summary>Gives the memory back.</summary>
    public void Dispose() => _words.Dispose();
}
