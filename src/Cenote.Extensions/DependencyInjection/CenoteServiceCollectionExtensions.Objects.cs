using Cenote.Extensions.DependencyInjection;
using Cenote.Extensions.Objects;
using Cenote.Objects;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>Object pools.</content>
public static partial class CenoteServiceCollectionExtensions
{
    /// <summary>
    /// Registers <see cref="CenoteObjectPoolProvider"/> as the <see cref="ObjectPoolProvider"/>, overriding an existing one.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the options of all pools of the provider; null for the defaults.</param>
    /// <returns>The services.</returns>
    /// <remarks>A host creates the provider on startup. The provider creates each pool on request.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteObjectPools(
        this IServiceCollection services, Action<ObjectPoolOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddOptions();
        if (configure is not null)
        {
            services.Configure(configure);
        }

        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, MadeAtStart<ObjectPoolProvider>>());
        services.RemoveAll<ObjectPoolProvider>();
        return services.AddSingleton<ObjectPoolProvider>(static provider =>
            new CenoteObjectPoolProvider(provider.GetRequiredService<IOptions<ObjectPoolOptions>>().Value));
    }
}
