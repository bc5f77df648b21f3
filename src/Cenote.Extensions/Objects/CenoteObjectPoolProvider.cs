using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Extensions.Objects;

/// <summary>
/// Creates Cenote object pools for code that uses Microsoft.Extensions.ObjectPool. Register this provider instead of
/// <see cref="DefaultObjectPoolProvider"/>; the code that uses pools stays the same.
/// </summary>
/// <remarks>
/// <para>Policies work as with the default provider: items that <see cref="IPooledObjectPolicy{T}.Return"/> rejects are dropped,
/// and <see cref="DefaultPooledObjectPolicy{T}"/> resets items that are <see cref="IResettable"/>. Several threads may call a
/// policy concurrently. If a thread returns an item twice in a row, the second call throws
/// <see cref="InvalidOperationException"/>.</para>
/// <para>As with the default provider, a pool of disposable items is <see cref="IDisposable"/>, and disposes items that it does
/// not keep. Other pools are garbage collected once nothing refers to them.</para>
/// </remarks>
/// <example>
/// Create a pool of string builders, which are cleared on return:
/// <code>
/// var pools = new CenoteObjectPoolProvider();
/// Microsoft.Extensions.ObjectPool.ObjectPool&lt;System.Text.StringBuilder> builders = pools.CreateStringBuilderPool();
/// System.Text.StringBuilder builder = builders.Get();
/// builder.Append("text");
/// builders.Return(builder);
/// Console.WriteLine(builders.Get().Length);   // prints 0
/// </code>
/// </example>
public sealed class CenoteObjectPoolProvider : ObjectPoolProvider
{
    private readonly ObjectPoolOptions _options;

    /// <summary>Creates a provider.</summary>
    /// <param name="options">The options of each pool, such as the number of items that it keeps; null for the defaults.</param>
    public CenoteObjectPoolProvider(ObjectPoolOptions? options = null)
    {
        _options = options ?? new ObjectPoolOptions();

        // Checks the options now, not when the first pool is created.
        using var probe = new Cenote.Objects.ObjectPool<object, ObjectPolicy<object>>(default, _options);
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException"><paramref name="policy"/> is null.</exception>
    public override Microsoft.Extensions.ObjectPool.ObjectPool<T> Create<T>(IPooledObjectPolicy<T> policy)
    {
        ArgumentNullException.ThrowIfNull(policy);
        bool disposes = typeof(IDisposable).IsAssignableFrom(typeof(T));
        var pool = new Cenote.Objects.ObjectPool<T, ObjectPolicy<T>>(
            new ObjectPolicy<T>(policy), With(disposes || _options.DisposeWhenFull));
        return disposes ? new DisposingPool<T>(pool) : new PooledItems<T>(pool);
    }

    private ObjectPoolOptions With(bool disposeWhenFull) => new()
    {
        Size = _options.Size,
        DisposeWhenFull = disposeWhenFull,
        TrimAfterFullCollection = _options.TrimAfterFullCollection,
        LeakSampling = _options.LeakSampling,
        MetricsName = _options.MetricsName,
    };
}
