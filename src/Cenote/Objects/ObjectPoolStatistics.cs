using System.Diagnostics;

namespace Cenote.Objects;

/// <summary>The state of an object pool. Counts are exact while no thread uses the pool, and approximate otherwise.</summary>
/// <example>
/// How many items were made for a thousand uses:
/// <code>
/// using var pool = new ObjectPool&lt;object>(static () => new object());
/// for (int i = 0; i &lt; 1_000; i++)
/// {
///     pool.Free(pool.Allocate());
/// }
///
/// Console.WriteLine(pool.GetStatistics().Created);   // prints 1
/// </code>
/// </example>
[DebuggerDisplay("{Retained} of {Size} items, {Created} created, {Dropped} dropped")]
public readonly struct ObjectPoolStatistics
{
    /// <summary>
    /// The most items that the pool keeps, beyond one for each live thread (<see cref="ObjectPoolOptions.Size"/>).
    /// </summary>
    public int Size { get; init; }

    /// <summary>Items in the pool now, including those in the caches of threads.</summary>
    public int Retained { get; init; }

    /// <summary>Threads that have a cache in the pool, including those that have ended since the pool last looked.</summary>
    public int Threads { get; init; }

    /// <summary>Items that were ever made: calls of the factory that returned one.</summary>
    public long Created { get; init; }

    /// <summary>
    /// Items that the pool let go of: it was full, trimmed or disposed, or its policy refused them. Those whose cleanup threw are
    /// not counted, because their callers were told.
    /// </summary>
    public long Dropped { get; init; }

    /// <summary>
    /// Exceptions from <see cref="IDisposable.Dispose"/> of items that had no caller to reach, or that would have hidden the
    /// exception of a cleanup.
    /// </summary>
    public long FailedDisposals { get; init; }

    /// <summary>
    /// Watched items that were collected without having been freed (<see cref="ObjectPoolOptions.LeakSampling"/>).
    /// </summary>
    public long Leaks { get; init; }

    /// <summary>The stacks of the allocations of the latest of these, oldest first, at most 16.</summary>
    public IReadOnlyList<string> LeakStacks { get => field ?? []; init; }
}
