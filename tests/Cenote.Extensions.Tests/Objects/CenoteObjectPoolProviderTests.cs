using Cenote.Extensions.Objects;
using Cenote.Objects;
using Cenote.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.ObjectPool;

namespace Cenote.Extensions.Tests.Objects;

public sealed class CenoteObjectPoolProviderTests
{
    [Fact]
    public void An_item_comes_back_reset()
    {
        Microsoft.Extensions.ObjectPool.ObjectPool<Item> pool = new CenoteObjectPoolProvider().Create<Item>();
        Item item = pool.Get();
        item.Text = "used";
        pool.Return(item);

        Assert.Same(item, pool.Get());
        Assert.Null(item.Text);
        Assert.NotSame(item, pool.Get());
    }

    [Fact]
    public void What_cannot_be_reset_is_dropped_and_disposed()
    {
        Microsoft.Extensions.ObjectPool.ObjectPool<Item> pool = new CenoteObjectPoolProvider().Create<Item>();
        Item item = pool.Get();
        item.IsBroken = true;
        pool.Return(item);

        Assert.NotSame(item, pool.Get());
        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void A_pool_disposes_what_it_has_with_itself()
    {
        Microsoft.Extensions.ObjectPool.ObjectPool<Item> pool = new CenoteObjectPoolProvider().Create<Item>();
        Item item = pool.Get();
        Item late = pool.Get();
        pool.Return(item);
        ((IDisposable)pool).Dispose();
        pool.Return(late);

        Assert.Equal((1, 1), (item.Disposals, late.Disposals));
        Assert.Throws<ObjectDisposedException>(() => pool.Get());
    }

    [Fact]
    public void Threads_never_have_the_same_item()
    {
        Microsoft.Extensions.ObjectPool.ObjectPool<int[]> pool = new CenoteObjectPoolProvider(new ObjectPoolOptions { Size = 2 })
            .Create(new ArrayPolicy());
        Parallel.For(0, 4, _ =>
        {
            for (int i = 0; i < 20_000; i++)
            {
                int[] item = pool.Get();
                Assert.Equal(1, Interlocked.Increment(ref item[0]));
                Interlocked.Decrement(ref item[0]);
                pool.Return(item);
            }
        });
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Getting_and_returning_an_item_allocates_nothing(bool disposes)
    {
        var provider = new CenoteObjectPoolProvider();
        Microsoft.Extensions.ObjectPool.ObjectPool<Item> items = provider.Create<Item>();
        Microsoft.Extensions.ObjectPool.ObjectPool<int[]> arrays = provider.Create(new ArrayPolicy());

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                if (disposes)
                {
                    items.Return(items.Get());
                }
                else
                {
                    arrays.Return(arrays.Get());
                }
            }
        }));
    }

    [Fact]
    public void Registered_twice_it_is_made_once_when_a_host_starts()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteObjectPools()
            .AddCenoteObjectPools(static options => options.Size = 3)
            .BuildServiceProvider();

        Assert.Single(provider.GetServices<IHostedService>());
        Assert.Single(provider.GetServices<ObjectPoolProvider>());
    }

    [Fact]
    public async Task The_provider_of_an_application_is_replaced_and_nothing_else()
    {
        await using ServiceProvider provider = new ServiceCollection()
            .AddSingleton<ObjectPoolProvider, DefaultObjectPoolProvider>()
            .AddCenoteObjectPools(static options => options.Size = 3)
            .AddSingleton(static services => services.GetRequiredService<ObjectPoolProvider>().Create<Item>())
            .BuildServiceProvider();

        Assert.IsType<CenoteObjectPoolProvider>(Assert.Single(provider.GetServices<ObjectPoolProvider>()));
        var pool = provider.GetRequiredService<Microsoft.Extensions.ObjectPool.ObjectPool<Item>>();
        Item item = pool.Get();
        pool.Return(item);
        await provider.DisposeAsync();
        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void Misuse_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => new CenoteObjectPoolProvider().Create<Item>(null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => new CenoteObjectPoolProvider(new ObjectPoolOptions { Size = 0 }));
        Assert.Throws<ArgumentNullException>(() => default(IServiceCollection)!.AddCenoteObjectPools());
        using ServiceProvider provider = new ServiceCollection().AddCenoteObjectPools(o => o.Size = -1).BuildServiceProvider();
        Assert.Throws<ArgumentOutOfRangeException>(() => provider.GetRequiredService<ObjectPoolProvider>());
    }

    private sealed class ArrayPolicy : PooledObjectPolicy<int[]>
    {
        public override int[] Create() => new int[1];

        public override bool Return(int[] obj) => true;
    }

    internal sealed class Item : IResettable, IDisposable
    {
        public string? Text { get; set; }

        public bool IsBroken { get; set; }

        public int Disposals { get; private set; }

        public bool TryReset()
        {
            Text = null;
            return !IsBroken;
        }

        public void Dispose() => Disposals++;
    }
}
