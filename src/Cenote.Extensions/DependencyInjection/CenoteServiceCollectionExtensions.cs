using Cenote.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers caches, interners, string pools and object pools of Cenote as services.</summary>
/// <remarks>
/// The options are those of the constructors, such as <c>ByteCacheOptions</c>. An invalid option throws the constructor's
/// exception when the host starts or, without a host, when the service is first resolved.
/// </remarks>
/// <example>
/// Register a distributed cache outside the managed heap with a limit of 32 MiB:
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
    // If the name is null, the service has no key.
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
