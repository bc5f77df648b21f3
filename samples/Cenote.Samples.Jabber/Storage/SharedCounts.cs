using System.Numerics;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Counters that many threads change at once: each consists of one for each processor, so that threads seldom write to memory in
/// common. When all of them together are 0, the counter can be closed; nobody counts on it from then on until it is opened.
/// </summary>
/// <remarks>
/// A thread counts up first and then looks whether the counter is open; who closes it does so first and then looks for what was
/// counted. So one of the two sees the other. What was counted on a processor may be taken back on another one, which goes below
/// 0; whoever brings a counter there or to 0 asks <see cref="TryClose"/>. That shares out anew, or the last one to take
/// something back would not know it.
/// </remarks>
internal sealed class SharedCounts
{
    private const int MostShares = 8;

    private static readonly int s_shares =
        (int)Math.Min(MostShares, BitOperations.RoundUpToPowerOf2((uint)Environment.ProcessorCount));

    private readonly int[][] _shares = new int[s_shares][];
    private readonly bool[] _isOpen;

    /// <param name="length">How many counters; all are closed.</param>
    public SharedCounts(int length)
    {
        _isOpen = new bool[length];
        for (int i = 0; i < _shares.Length; i++)
        {
            _shares[i] = new int[length];
        }
    }

    /// <summary>Counts up, unless the counter is closed.</summary>
    /// <param name="counter">Which one.</param>
    /// <param name="mayBeUnused">Whether <see cref="TryClose"/> has to be asked: who closed it for a moment to look may have seen
    /// what was counted in vain.</param>
    public bool TryIncrement(int counter, out bool mayBeUnused)
    {
        ref int share = ref Share(counter);
        Interlocked.Increment(ref share);
        mayBeUnused = false;
        if (Volatile.Read(ref _isOpen[counter]))
        {
            return true;
        }

        // In the same share, so that nobody sees it taken back without having seen it counted.
        mayBeUnused = Interlocked.Decrement(ref share) <= 0;
        return false;
    }

    /// <summary>Takes back what was counted.</summary>
    /// <returns>Whether the counter may have come to 0: <see cref="TryClose"/> has to be asked.</returns>
    public bool Decrement(int counter) => Interlocked.Decrement(ref Share(counter)) <= 0;

    /// <summary>Opens a closed counter at 1. Under the lock of the caller.</summary>
    public void Open(int counter)
    {
        Interlocked.Increment(ref Share(counter));
        Volatile.Write(ref _isOpen[counter], true);
    }

    /// <summary>Closes a counter if it is open and at 0. Under the lock of the caller.</summary>
    public bool TryClose(int counter)
    {
        if (!_isOpen[counter])
        {
            return false;
        }

        Volatile.Write(ref _isOpen[counter], false);
        Interlocked.MemoryBarrier();
        Span<int> seen = stackalloc int[MostShares];
        seen = seen[.._shares.Length];
        int sum = Read(counter, seen);
        while (seen.ContainsAnyInRange(int.MinValue, -1))
        {
            ShareOut(counter, seen, sum);
            sum = Read(counter, seen);
        }

        Volatile.Write(ref _isOpen[counter], sum != 0);
        return sum == 0;
    }

    private ref int Share(int counter) => ref _shares[Thread.GetCurrentProcessorId() & (_shares.Length - 1)][counter];

    private int Read(int counter, Span<int> seen)
    {
        int sum = 0;
        for (int i = 0; i < seen.Length; i++)
        {
            seen[i] = Volatile.Read(ref _shares[i][counter]);
            sum += seen[i];
        }

        return sum;
    }

    // As much to each, and what is left to the first ones.
    private void ShareOut(int counter, ReadOnlySpan<int> seen, int sum)
    {
        for (int i = 0; i < seen.Length; i++)
        {
            int part = (sum / seen.Length) + (i < sum % seen.Length ? 1 : 0);
            Interlocked.Add(ref _shares[i][counter], part - seen[i]);
        }
    }
}
