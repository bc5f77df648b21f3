namespace Cenote.Objects;

/// <summary>
/// How an <see cref="ObjectPool{T, TPolicy}"/> makes and cleans its items. Implement it on a struct: the calls are then resolved,
/// and small bodies inlined, when the pool is compiled.
/// </summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <remarks>
/// All threads that use the pool call one copy of the policy at the same time; what it reads should therefore not change. Neither
/// method is called with a lock held, and both may use the pool.
/// </remarks>
/// <example>
/// Builders that are cleared, and dropped if they have grown large:
/// <code>
/// using System.Text;
///
/// using var builders = new ObjectPool&lt;StringBuilder, BuilderPolicy>();
/// builders.Free(builders.Allocate().Append("Dos Ojos"));
/// Console.WriteLine(builders.Allocate().Length);   // prints 0
///
/// readonly struct BuilderPolicy : IPoolPolicy&lt;StringBuilder>
/// {
///     public StringBuilder Create() => new(capacity: 256);
///
///     public bool Cleanup(StringBuilder item) => item.Clear().Capacity &lt;= 4_096;
/// }
/// </code>
/// </example>
public interface IPoolPolicy<T>
    where T : class
{
    /// <summary>Makes an item, when the pool has none for the thread that asks.</summary>
    /// <returns>A new item each time, never null. An exception reaches the caller of <see cref="ObjectPoolBase{T}.Allocate"/>;
    /// the pool is unchanged.</returns>
    T Create();

    /// <summary>Cleans an item that was freed, before any other thread can see it.</summary>
    /// <param name="item">The item, which nobody else uses any more.</param>
    /// <returns>
    /// False to drop the item instead of pooling it, because it has grown too large for instance. If cleaning throws, the item is
    /// dropped, too, and the exception reaches the caller of <see cref="ObjectPoolBase{T}.Free"/>.
    /// </returns>
    bool Cleanup(T item);
}
