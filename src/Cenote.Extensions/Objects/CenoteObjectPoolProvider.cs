using Cenote.Objects;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Extensions.Objects;

/// <summary>
/// Makes the object pools of ASP.NET Core from those of Cenote. Registered in the place of <see cref="DefaultObjectPoolProvider"/>,
/// it changes nothing else in an application.
/// </summary>
/// <remarks>
/// <para>Policies are called as ever: what <see cref="IPooledObjectPolicy{T}.Return"/> refuses is dropped, and
/// <see cref="DefaultPooledObjectPolicy{T}"/> resets items that are <see cref="IResettable"/>. A policy may be called by several
/// threads at once, and an item that is returned twice in a row by one thread throws <see cref="InvalidOperationException"/>.</para>
/// <para>A pool of disposable items is <see cref="IDisposable"/> itself, and disposes those that it does not keep, as with the
/// default provider. The other pools are collected once nothing refers to them.</para>
/// </remarks>
/// <example>
/// The pool of a class that cleans itself:
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

    /// <summary>Makes a provider.</summary>
    /// <param name="options">Of each pool: how many items it keeps, and what else it does; null for the defaults.</param>
    public CenoteObjectPoolProvider(ObjectPoolOptions? options = null)
    {
        _options = options ?? new ObjectPoolOptions();

        // An option that is out of its range throws here, not at the first pool.
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
