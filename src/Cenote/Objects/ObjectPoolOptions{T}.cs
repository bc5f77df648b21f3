namespace Cenote.Objects;

/// <summary>Options of an <see cref="ObjectPool{T}"/>. Its constructor reads them once.</summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <example>
/// A pool that watches one in a hundred allocations, to find items that are never freed:
/// <code>
/// using var pool = new ObjectPool&lt;byte[]>(new ObjectPoolOptions&lt;byte[]>
/// {
///     Factory = static () => new byte[4_096],
///     LeakSampling = 100,
/// });
/// pool.Free(pool.Allocate());
/// Console.WriteLine(pool.GetStatistics().Leaks);   // prints 0
/// </code>
/// </example>
public sealed class ObjectPoolOptions<T> : ObjectPoolOptions
    where T : class
{
    /// <summary>
    /// Creates an item if the pool has none for the calling thread, or for <see cref="ObjectPoolBase{T}.Prefill"/>; called
    /// concurrently.
    /// </summary>
    /// <remarks>
    /// The factory must return a new object each time: an object that is returned twice is handed to two callers.
    /// <see cref="ObjectPoolBase{T}.Prefill"/> rejects such an object.
    /// </remarks>
    public required Func<T> Factory { get; set; }

    /// <summary>
    /// Cleans a freed item before any other thread can see it; called concurrently for different items. Null, the default, leaves
    /// items as they are.
    /// </summary>
    public Action<T>? Cleanup { get; set; }
}
