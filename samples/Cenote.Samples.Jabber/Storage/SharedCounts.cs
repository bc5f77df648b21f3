using System.Numerics;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Counters that many threads change concurrently: each has up to eight shares, chosen by processor, so that threads rarely write
/// to the same memory. A counter whose shares sum to 0 can be closed; it rejects increments until it is opened again.
/// </summary>
/// <remarks>
/// A thread increments first and then checks whether the counter is open; the closing thread closes first and then sums the
/// shares. So at least one of the two sees what the other wrote. An increment on one processor may be undone on another, whose
/// share becomes negative. Callers that bring a share to 0 or below call <see cref="TryClose"/>, which redistributes the sum;
/// otherwise the last decrement might go unnoticed.
/// </remarks>
internal sealed class SharedCounts
{
    private const int MostShares = 8;

    private static readonly int s_shares =
        (int)Math.Min(MostShares, BitOperations.RoundUpToPowerOf2((uint)Environment.ProcessorCount));

    private readonly int[][] _shares = new int[s_shares][];
    private readonly bool[] _isOpen;

    /// <param name="length">The number of counters, all closed.</param>
    public SharedCounts(int length)
    {
        _isOpen = new bool[length];
        for (int i = 0; i < _shares.Length; i++)
        {
            _shares[i] = new int[length];
        }
    }

    /// <summary>Increments a counter, unless it is closed.</summary>
    /// <param name="counter">The index of the counter.</param>
    /// <param name="mayBeUnused">Whether to call <see cref="TryClose"/>: a thread that closed the counter for a check may have
    /// seen this increment before it was undone.</param>
    public bool TryIncrement(int counter, out bool mayBeUnused)
    {
        ref int share = ref Share(counter);
        Interlocked.Increment(ref share);
        mayBeUnused = false;
        if (Volatile.Read(ref _isOpen[counter]))
        {
            return true;
        }

        // Both changes are in the same share, so that no thread sees the decrement without the increment.
        mayBeUnused = Interlocked.Decrement(ref share) <= 0;
        return false;
    }

    /// <summary>Undoes an increment.</summary>
    /// <returns>Whether the counter may be 0, so that <see cref="TryClose"/> must be called.</returns>
    public bool Decrement(int counter) => Interlocked.Decrement(ref Share(counter)) <= 0;

    /// <summary>Opens a closed counter at 1. The caller holds a lock.</summary>
    public void Open(int counter)
    {
        Interlocked.Increment(ref Share(counter));
        Volatile.Write(ref _isOpen[counter], true);
    }

    /// <summary>Closes a counter if it is open and its shares sum to 0. The caller holds a lock.</summary>
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

    // Distributes the sum in equal shares; the remainder goes to the first shares.
    private void ShareOut(int counter, ReadOnlySpan<int> seen, int sum)
    {
        for (int i = 0; i < seen.Length; i++)
        {
            int part = (sum / seen.Length) + (i < sum % seen.Length ? 1 : 0);
            Interlocked.Add(ref _shares[i][counter], part - seen[i]);
        }
    }
}
