namespace Cenote.Objects;

/// <summary>The state of an object pool. Counts are exact while no thread uses the pool, and approximate otherwise.</summary>
/// <example>
/// The number of items created for a thousand uses:
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
    /// The pool keeps at most this many items, plus one for each live thread that uses it (<see cref="ObjectPoolOptions.Size"/>).
    /// </summary>
    public int Size { get; init; }

    /// <summary>Items in the pool now, including those in the caches of threads.</summary>
    public int Retained { get; init; }

    /// <summary>Threads that have a cache in the pool, including those that have ended since the pool last checked.</summary>
    public int Threads { get; init; }

    /// <summary>The number of items created so far: factory calls that returned an item.</summary>
    public long Created { get; init; }

    /// <summary>
    /// Items that the pool dropped because it was full, trimmed or disposed, or because its policy rejected them. Items whose
    /// cleanup threw are not counted, because their callers received the exception.
    /// </summary>
    public long Dropped { get; init; }

    /// <summary>
    /// Exceptions from <see cref="IDisposable.Dispose"/> that no caller could receive, or that would have masked the exception of
    /// a cleanup.
    /// </summary>
    public long FailedDisposals { get; init; }

    /// <summary>
    /// Watched items that were collected without having been freed (<see cref="ObjectPoolOptions.LeakSampling"/>).
    /// </summary>
    public long Leaks { get; init; }

    /// <summary>The allocation stacks of the latest leaks, oldest first, at most 16.</summary>
    public IReadOnlyList<string> LeakStacks { get => field ?? []; init; }
}
