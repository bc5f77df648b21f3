namespace Cenote.Objects;

/// <summary>What an <see cref="ObjectPool{T}"/> can be told. The pool reads it once, when it is made.</summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <example>
/// A pool that watches one in a hundred items, to find those that are never freed:
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
    /// Makes an item, when the pool has none for the thread that asks; called by many threads at the same time.
    /// </summary>
    /// <remarks>
    /// It must return a new object each time: one that is returned twice is handed to two callers.
    /// <see cref="ObjectPoolBase{T}.Prefill"/> refuses it.
    /// </remarks>
    public required Func<T> Factory { get; set; }

    /// <summary>
    /// Cleans an item that was freed, before any other thread can see it; called by many threads at the same time, for different
    /// items. Null, the default, leaves items as they are.
    /// </summary>
    public Action<T>? Cleanup { get; set; }
}
