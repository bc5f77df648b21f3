using Cenote.Objects;

namespace Cenote.Tests.Support;

/// <summary>
/// Object pools that never trim themselves, because full collections depend on other tests that run concurrently.
/// </summary>
internal static class UntrimmedPool
{
    public static ObjectPool<PooledItem> OfItems(int size = 64, bool disposes = false, Action<PooledItem>? cleanup = null) =>
        Of(static () => new PooledItem(), size, disposes, cleanup);

    public static ObjectPool<PooledItem, PooledItemPolicy> OfPolicy(int size = 64, bool disposes = false) =>
        new(default, new ObjectPoolOptions { Size = size, DisposeWhenFull = disposes, TrimAfterFullCollection = false });

    public static ObjectPool<T> Of<T>(Func<T> factory, int size = 64, bool disposes = false, Action<T>? cleanup = null)
        where T : class => new(new ObjectPoolOptions<T>
        {
            Factory = factory,
            Cleanup = cleanup,
            Size = size,
            DisposeWhenFull = disposes,
            TrimAfterFullCollection = false,
        });
}
