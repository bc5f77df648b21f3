namespace Cenote.Objects;

/// <summary>
/// Creates and cleans the items of an <see cref="ObjectPool{T, TPolicy}"/>. Implement the interface with a struct: the JIT then
/// resolves the calls, and inlines small bodies.
/// </summary>
/// <typeparam name="T">The class of the items.</typeparam>
/// <remarks>
/// All threads call the same copy of the policy concurrently, so its fields should not change. Both methods are called without a
/// lock held, and may use the pool.
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
    /// <summary>
    /// Creates an item if the pool has none for the calling thread, or for <see cref="ObjectPoolBase{T}.Prefill"/>.
    /// </summary>
    /// <returns>A new item each time, never null. An exception reaches the caller of the pool, and the pool keeps its
    /// items.</returns>
    T Create();

    /// <summary>Cleans a freed item before any other thread can see it.</summary>
    /// <param name="item">The item, which is no longer used.</param>
    /// <returns>
    /// False to drop the item instead of pooling it, for example because it has grown too large. If cleaning throws, the item is
    /// dropped too, and the exception reaches the caller of <see cref="ObjectPoolBase{T}.Free"/>.
    /// </returns>
    bool Cleanup(T item);
}
