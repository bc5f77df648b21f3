using Cenote.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers what Cenote has for services.</summary>
/// <remarks>
/// Options are those of the library. A wrong one throws what its constructor throws: when the host starts, or, without a host,
/// when the service is first asked for.
/// </remarks>
/// <example>
/// A distributed cache of 32 MiB below the managed heap:
/// <code>
/// var services = new ServiceCollection();
/// services.AddCenoteDistributedCache(options => options.MaximumBytes = 32 &lt;&lt; 20);
/// using ServiceProvider provider = services.BuildServiceProvider();
/// var cache = provider.GetRequiredService&lt;IDistributedCache>();
/// cache.SetString("Dos Ojos", "119 m");
/// Console.WriteLine(cache.GetString("Dos Ojos"));   // prints 119 m
/// </code>
/// </example>
public static partial class CenoteServiceCollectionExtensions
{
    // Without a name it is a service without a key.
    private static IServiceCollection AddNamed<
        T, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TOptions>(
        this IServiceCollection services, string? name, Action<TOptions>? configure, Func<TOptions, T> make)
        where T : class
        where TOptions : class
    {
        ArgumentNullException.ThrowIfNull(services);
        string optionsName = name ?? Options.Options.DefaultName;
        services.AddOptions();
        if (configure is not null)
        {
            services.Configure(optionsName, configure);
        }

        if (!services.Any(service => service.ServiceType == typeof(T) && Equals(service.ServiceKey, name)))
        {
            services.AddKeyedSingleton(
                name, (provider, _) => make(provider.GetRequiredService<IOptionsMonitor<TOptions>>().Get(optionsName)));
            services.AddSingleton<IHostedService>(
                provider => new MadeAtStart<T>(provider.GetRequiredKeyedService<T>(name)));
        }

        return services;
    }
}
