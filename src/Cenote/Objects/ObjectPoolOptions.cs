namespace Cenote.Objects;

/// <summary>What all object pools can be told. A pool reads its options once, when it is made.</summary>
/// <example>
/// A pool of eight streams, which disposes what it does not keep:
/// <code>
/// var options = new ObjectPoolOptions { Size = 8, DisposeWhenFull = true };
/// using var streams = new ObjectPool&lt;MemoryStream, StreamPolicy>(default, options);
/// Console.WriteLine(streams.GetStatistics().Size);   // prints 8
///
/// readonly struct StreamPolicy : IPoolPolicy&lt;MemoryStream>
/// {
///     public MemoryStream Create() => new();
///
///     public bool Cleanup(MemoryStream item) => item.Length == 0;
/// }
/// </code>
/// </example>
public class ObjectPoolOptions
{
    /// <summary>
    /// The most items that the pool keeps, beyond one for each live thread that uses it (<see cref="ObjectPoolBase{T}"/>). At
    /// least 1; twice the number of processors by default.
    /// </summary>
    public int Size { get; set; } = Math.Max(1, 2 * Environment.ProcessorCount);

    /// <summary>
    /// Disposes every item that leaves the pool for good, if it is <see cref="IDisposable"/>: because the pool is full, trimmed
    /// or disposed, or its cleanup failed. Off by default, which leaves such items to the garbage collector.
    /// </summary>
    /// <remarks>
    /// Such a pool keeps no item that it cannot take back from a live thread, so <see cref="Size"/> is the exact bound, and an
    /// allocation and a free cost some nanoseconds more than without. An item whose <see cref="IDisposable.Dispose"/> frees
    /// it is not disposed a second time because of that; but an item that <see cref="ObjectPoolBase{T}.Trim"/> disposes would
    /// come back to the pool disposed.
    /// </remarks>
    public bool DisposeWhenFull { get; set; }

    /// <summary>
    /// Lets go, at each full garbage collection, of the items that no thread has used since the one before. On by default.
    /// </summary>
    /// <remarks>
    /// With <see cref="DisposeWhenFull"/> these items are disposed on a thread of the thread pool; what they throw is counted
    /// (<see cref="ObjectPoolStatistics.FailedDisposals"/>).
    /// </remarks>
    public bool TrimAfterFullCollection { get; set; } = true;

    /// <summary>
    /// Watches one in this many allocations: if its item is collected by the garbage collector instead of being freed, the stack
    /// of the allocation is reported by <see cref="ObjectPoolBase{T}.GetStatistics"/> and by the event <c>ObjectLeaked</c> of the
    /// event source <c>Cenote</c>. 0, the default, watches none.
    /// </summary>
    /// <remarks>
    /// A watched allocation costs microseconds, because its stack is read. In a pool that watches, each of the others costs about
    /// ten nanoseconds more.
    /// </remarks>
    public int LeakSampling { get; set; }

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this pool, as its tag <c>cenote.object_pool.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Size, 1);
        CommonThrow.IfOptionOutOfRange(LeakSampling, 0);
        CommonThrow.IfNameEmpty(MetricsName);
    }
}
