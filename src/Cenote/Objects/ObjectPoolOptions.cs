namespace Cenote.Objects;

/// <summary>Options of all object pools. The constructor of a pool reads them once.</summary>
/// <example>
/// A pool of eight streams that disposes streams it does not keep:
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
    /// Maximum number of items that the pool keeps, plus one for each live thread that uses it (<see cref="ObjectPoolBase{T}"/>).
    /// At least 1; twice the number of processors by default.
    /// </summary>
    public int Size { get; set; } = Math.Max(1, 2 * Environment.ProcessorCount);

    /// <summary>
    /// Whether to dispose <see cref="IDisposable"/> items that the pool drops because it is full, trimmed or disposed, or because
    /// their cleanup rejected them or threw. Off by default, which leaves dropped items to the garbage collector.
    /// </summary>
    /// <remarks>
    /// <see cref="Size"/> is then the exact bound, because the item that each thread keeps counts too. Each free costs a few
    /// nanoseconds more. If the <see cref="IDisposable.Dispose"/> of an item frees the item, that free does not dispose it again.
    /// But if <see cref="ObjectPoolBase{T}.Trim"/> disposes such an item, the item returns to the pool in its disposed state.
    /// </remarks>
    public bool DisposeWhenFull { get; set; }

    /// <summary>
    /// Whether to drop idle items at each gen 2 collection: those of threads that have not used the pool since the previous one,
    /// and all shared items if none was added or taken since then. On by default.
    /// </summary>
    /// <remarks>
    /// With <see cref="DisposeWhenFull"/>, idle items are disposed on the thread pool, and exceptions are counted
    /// (<see cref="ObjectPoolStatistics.FailedDisposals"/>).
    /// </remarks>
    public bool TrimAfterFullCollection { get; set; } = true;

    /// <summary>
    /// Watches one in this many allocations for leaks. 0, the default, watches none. If a watched item is collected without being
    /// freed, the stack of its allocation is reported by <see cref="ObjectPoolBase{T}.GetStatistics"/> and by the event
    /// <c>ObjectLeaked</c> of the event source <c>Cenote</c>.
    /// </summary>
    /// <remarks>
    /// A watched allocation takes microseconds, because its stack is read; other allocations take about 10 ns more.
    /// </remarks>
    public int LeakSampling { get; set; }

    /// <summary>
    /// Name of this pool in the meter <c>Cenote</c>, as the tag <c>cenote.object_pool.name</c>; the metrics of pools with the
    /// same name are summed. Null, the default, reports nothing. Reporting costs nothing until a listener observes the meter.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Size, 1);
        CommonThrow.IfOptionOutOfRange(LeakSampling, 0);
        CommonThrow.IfNameEmpty(MetricsName);
    }
}
