using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>Pools of strings, interners and tables.</content>
public static partial class CenoteServiceCollectionExtensions
{
    /// <summary>
    /// Registers a <see cref="ConcurrentStringPool"/>, which is the <see cref="StringPool"/> of the container, too. It is the one
    /// that any number of requests may use at once: a <see cref="SegmentedStringPool"/> is for one thread, and not for a
    /// singleton.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits; null for the defaults.</param>
    /// <param name="name">The key of the services, and the name of the options; null, the default, for services without a
    /// key.</param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// One pool for all scopes, which the container disposes. A host makes it when it starts. Strings that a request allocates it
    /// must free: the pool does not know of requests. Of several registrations as <see cref="StringPool"/> the last counts.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringPool(
        this IServiceCollection services, Action<ConcurrentStringPoolOptions>? configure = null, string? name = null) =>
        services.AddNamed<ConcurrentStringPool, ConcurrentStringPoolOptions>(
            name, configure, static options => new ConcurrentStringPool(options))
            .Forward<StringPool, ConcurrentStringPool>(name);

    /// <summary>
    /// Registers a <see cref="StringInterner"/>, also as the <see cref="IStringInterner"/> of the container. It keeps every text:
    /// for texts from outside set its limits, or register a bounded one with <see cref="AddCenoteBoundedStringInterner"/>.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits and comparison; null for the defaults.</param>
    /// <param name="name">The key of the services, and the name of the options; null, the default, for services without a
    /// key.</param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// One interner for all scopes. A host makes it when it starts. Of several interners the last that is registered is the
    /// <see cref="IStringInterner"/>; the others are there by their types.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringInterner(
        this IServiceCollection services, Action<StringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<StringInterner, StringInternerOptions>(
            name, configure, static options => new StringInterner(options))
            .Forward<IStringInterner, StringInterner>(name);

    /// <summary>
    /// Registers a <see cref="BoundedStringInterner"/>, also as the <see cref="IStringInterner"/> of the container: for texts
    /// that come from outside.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets capacity, limits and comparison; null for 2,048 strings.</param>
    /// <param name="name">The key of the services, and the name of the options; null, the default, for services without a
    /// key.</param>
    /// <inheritdoc cref="AddCenoteStringInterner" path="/returns|/remarks|/exception"/>
    public static IServiceCollection AddCenoteBoundedStringInterner(
        this IServiceCollection services, Action<BoundedStringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<BoundedStringInterner, BoundedStringInternerOptions>(
            name, configure, static options => new BoundedStringInterner(options))
            .Forward<IStringInterner, BoundedStringInterner>(name);

    /// <summary>
    /// Registers a <see cref="WeakStringInterner"/>, also as the <see cref="IStringInterner"/> of the container: for texts that
    /// leave together with what has them, as the rows of a cache do.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets room, limit and comparison; null for the defaults.</param>
    /// <param name="name">The key of the services, and the name of the options; null, the default, for services without a
    /// key.</param>
    /// <inheritdoc cref="AddCenoteStringInterner" path="/returns|/remarks|/exception"/>
    public static IServiceCollection AddCenoteWeakStringInterner(
        this IServiceCollection services, Action<WeakStringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<WeakStringInterner, WeakStringInternerOptions>(
            name, configure, static options => new WeakStringInterner(options))
            .Forward<IStringInterner, WeakStringInterner>(name);

    /// <summary>Registers a <see cref="StringTable"/>: texts and their numbers, the same for all requests.</summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits; null for the defaults. For texts from outside set
    /// <see cref="StringTableOptions.MaximumCount"/>.</param>
    /// <param name="name">The key of the service, and the name of the options; null, the default, for a service without a
    /// key.</param>
    /// <returns>The services.</returns>
    /// <remarks>One table for all scopes, which the container disposes. A host makes it when it starts.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringTable(
        this IServiceCollection services, Action<StringTableOptions>? configure = null, string? name = null) =>
        services.AddNamed<StringTable, StringTableOptions>(name, configure, static options => new StringTable(options));

    // The last registration counts. Disposing twice, once by each of its names, is harmless.
    private static IServiceCollection Forward<TService, TImplementation>(this IServiceCollection services, string? name)
        where TService : class
        where TImplementation : class, TService
    {
        services.RemoveAllKeyed<TService>(name);
        return services.AddKeyedSingleton<TService>(
            name, static (provider, key) => provider.GetRequiredKeyedService<TImplementation>(key));
    }
}
