using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Cenote.Extensions.Tests.DependencyInjection;

public sealed class StringRegistrationTests
{
    [Fact]
    public void A_pool_is_one_for_all_scopes_and_the_container_disposes_it()
    {
        ConcurrentStringPool pool;
        using (ServiceProvider provider = new ServiceCollection().AddCenoteStringPool().BuildServiceProvider())
        {
            pool = provider.GetRequiredService<ConcurrentStringPool>();
            Assert.Same(pool, provider.GetRequiredService<StringPool>());
            Parallel.For(0, 8, each =>
            {
                using IServiceScope scope = provider.CreateScope();
                StringPool own = scope.ServiceProvider.GetRequiredService<StringPool>();
                Assert.Equal($"request {each}", own.Allocate($"request {each}").ToString());
            });
            Assert.Equal(8, pool.ActiveAllocations);
        }

        Assert.True(pool.IsDisposed);
    }

    [Fact]
    public void The_limit_of_a_pool_is_that_of_its_options()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteStringPool(options => options.MaximumBytes = 1 << 20)
            .BuildServiceProvider();
        var pool = provider.GetRequiredService<StringPool>();

        Assert.True(pool.TryAllocate("text", out _));
        Assert.False(pool.TryAllocate(new string('x', 1 << 20), out _));
    }

    [Fact]
    public void A_table_is_one_for_all_scopes_and_the_container_disposes_it()
    {
        StringTable table;
        using (ServiceProvider provider = new ServiceCollection()
            .AddCenoteStringTable(options => options.MaximumCount = 2)
            .BuildServiceProvider())
        {
            table = provider.GetRequiredService<StringTable>();
            Assert.Same(table, provider.CreateScope().ServiceProvider.GetRequiredService<StringTable>());
            Assert.Equal((0, 1), (table.GetOrAdd("Yucatán"), table.GetOrAdd("Campeche")));
            Assert.False(table.TryGetOrAdd("Quintana Roo", out _));
        }

        Assert.True(table.IsDisposed);
    }

    [Fact]
    public void The_interner_that_was_registered_last_is_the_one_behind_the_interface()
    {
        using ServiceProvider bounded = new ServiceCollection()
            .AddCenoteStringInterner()
            .AddCenoteBoundedStringInterner(options => options.Capacity = 64)
            .BuildServiceProvider();
        using ServiceProvider plain = new ServiceCollection()
            .AddCenoteBoundedStringInterner()
            .AddCenoteStringInterner(options => options.MaximumLength = 3)
            .BuildServiceProvider();

        Assert.Same(
            bounded.GetRequiredService<BoundedStringInterner>(), Assert.Single(bounded.GetServices<IStringInterner>()));
        Assert.Equal(64, bounded.GetRequiredService<BoundedStringInterner>().Capacity);
        Assert.NotNull(bounded.GetService<StringInterner>());
        var interner = Assert.IsType<StringInterner>(Assert.Single(plain.GetServices<IStringInterner>()));
        interner.Intern("long");
        interner.Intern("abc");
        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void Names_keep_them_apart()
    {
        StringTable servers;
        using (ServiceProvider provider = new ServiceCollection()
            .AddCenoteStringTable(options => options.MaximumCount = 1, "servers")
            .AddCenoteStringTable(name: "states")
            .AddCenoteStringTable()
            .AddCenoteStringPool(name: "names")
            .AddCenoteStringInterner(name: "headers")
            .AddCenoteBoundedStringInterner(name: "agents")
            .AddCenoteWeakStringInterner(options => options.MaximumLength = 5, "rows")
            .BuildServiceProvider())
        {
            servers = provider.GetRequiredKeyedService<StringTable>("servers");
            var states = provider.GetRequiredKeyedService<StringTable>("states");
            Assert.NotSame(servers, states);
            Assert.NotSame(states, provider.GetRequiredService<StringTable>());
            servers.GetOrAdd("example.org");
            states.GetOrAdd("Yucatán");
            Assert.False(servers.TryGetOrAdd("example.com", out _));
            Assert.True(states.TryGetOrAdd("Campeche", out _));
            Assert.Null(provider.GetService<StringPool>());
            Assert.IsType<ConcurrentStringPool>(provider.GetRequiredKeyedService<StringPool>("names"));
            Assert.Null(provider.GetService<IStringInterner>());
            Assert.IsType<StringInterner>(provider.GetRequiredKeyedService<IStringInterner>("headers"));
            Assert.IsType<BoundedStringInterner>(provider.GetRequiredKeyedService<IStringInterner>("agents"));
            var rows = Assert.IsType<WeakStringInterner>(provider.GetRequiredKeyedService<IStringInterner>("rows"));
            Assert.Same(rows, provider.GetRequiredKeyedService<WeakStringInterner>("rows"));
            Assert.True(rows.TryIntern("Tulum", out _));
            Assert.False(rows.TryIntern("Mérida", out _));
        }

        Assert.True(servers.IsDisposed);
    }

    [Fact]
    public void What_is_configured_twice_is_there_once()
    {
        using ServiceProvider provider = new ServiceCollection()
            .AddCenoteStringTable(options => options.MaximumCount = 1)
            .AddCenoteStringTable(options => options.Capacity = 10)
            .AddCenoteStringPool()
            .AddCenoteStringPool()
            .BuildServiceProvider();

        StringTable table = Assert.Single(provider.GetServices<StringTable>());
        table.GetOrAdd("Yucatán");
        Assert.False(table.TryGetOrAdd("Campeche", out _));
        Assert.Single(provider.GetServices<StringPool>());
        Assert.Equal(2, provider.GetServices<IHostedService>().Count());
    }

    [Theory]
    [MemberData(nameof(Mistakes))]
    public async Task A_wrong_option_ends_the_start_of_a_host(Action<IServiceCollection> register, string option)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        register(builder.Services);
        using IHost host = builder.Build();

        var error = await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => host.StartAsync());
        Assert.Contains(option, error.Message, StringComparison.Ordinal);
    }

    public static TheoryData<Action<IServiceCollection>, string> Mistakes() => new()
    {
        { services => services.AddCenoteStringPool(options => options.MaximumBytes = -1), "MaximumBytes" },
        { services => services.AddCenoteStringInterner(options => options.MaximumLength = 0), "MaximumLength" },
        { services => services.AddCenoteBoundedStringInterner(options => options.Capacity = 0), "Capacity" },
        { services => services.AddCenoteWeakStringInterner(options => options.MaximumLength = 0), "MaximumLength" },
        { services => services.AddCenoteObjectPools(options => options.Size = 0), "Size" },
        { services => services.AddCenoteStringTable(options => options.MaximumCount = 0), "MaximumCount" },
        { services => services.AddCenoteStringTable(options => options.MaximumTextBytes = 0, "states"), "MaximumTextBytes" },
    };

    [Fact]
    public void Null_is_refused()
    {
        IServiceCollection services = null!;
        Assert.Throws<ArgumentNullException>(() => services.AddCenoteStringPool());
        Assert.Throws<ArgumentNullException>(() => services.AddCenoteStringInterner());
        Assert.Throws<ArgumentNullException>(() => services.AddCenoteBoundedStringInterner());
        Assert.Throws<ArgumentNullException>(() => services.AddCenoteWeakStringInterner());
        Assert.Throws<ArgumentNullException>(() => services.AddCenoteStringTable());
    }
}
