using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>String pools, interners and string tables.</content>
public static partial class CenoteServiceCollectionExtensions
{
    /// <summary>
    /// Registers a <see cref="ConcurrentStringPool"/>, also as <see cref="StringPool"/>. Requests may use it concurrently. A
    /// <see cref="SegmentedStringPool"/> allows only one writing thread at a time, so it is not suitable as a singleton.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits; null for the defaults.</param>
    /// <param name="name">
    /// The key of the services and the name of their options; null, the default, registers services without a key.
    /// </param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// All scopes share one pool, which the container disposes. A host creates it on startup. A request must free the strings
    /// that it allocates. If several pools are registered under the same key, or without a key, the last one is the
    /// <see cref="StringPool"/>.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringPool(
        this IServiceCollection services, Action<ConcurrentStringPoolOptions>? configure = null, string? name = null) =>
        services.AddNamed<ConcurrentStringPool, ConcurrentStringPoolOptions>(
            name, configure, static options => new ConcurrentStringPool(options))
            .Forward<StringPool, ConcurrentStringPool>(name);

    /// <summary>
    /// Registers a <see cref="StringInterner"/>, also as <see cref="IStringInterner"/>. The interner keeps every string. For
    /// untrusted input, set its limits, or register a bounded interner with <see cref="AddCenoteBoundedStringInterner"/>.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits and comparison; null for the defaults.</param>
    /// <param name="name">
    /// The key of the services and the name of their options; null, the default, registers services without a key.
    /// </param>
    /// <returns>The services.</returns>
    /// <remarks>
    /// All scopes share one interner. A host creates it on startup. If several interners are registered under the same key, or
    /// without a key, the last one is the <see cref="IStringInterner"/>; resolve the others by their types.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringInterner(
        this IServiceCollection services, Action<StringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<StringInterner, StringInternerOptions>(
            name, configure, static options => new StringInterner(options))
            .Forward<IStringInterner, StringInterner>(name);

    /// <summary>
    /// Registers a <see cref="BoundedStringInterner"/>, also as <see cref="IStringInterner"/>. Use it for untrusted input.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets capacity, limits and comparison; null for 2,048 strings.</param>
    /// <param name="name">
    /// The key of the services and the name of their options; null, the default, registers services without a key.
    /// </param>
    /// <inheritdoc cref="AddCenoteStringInterner" path="/returns|/remarks|/exception"/>
    public static IServiceCollection AddCenoteBoundedStringInterner(
        this IServiceCollection services, Action<BoundedStringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<BoundedStringInterner, BoundedStringInternerOptions>(
            name, configure, static options => new BoundedStringInterner(options))
            .Forward<IStringInterner, BoundedStringInterner>(name);

    /// <summary>
    /// Registers a <see cref="WeakStringInterner"/>, also as <see cref="IStringInterner"/>. Use this interner for strings that
    /// are needed only while something else, such as a cached row, references them.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets capacity, limit and comparison; null for the defaults.</param>
    /// <param name="name">
    /// The key of the services and the name of their options; null, the default, registers services without a key.
    /// </param>
    /// <inheritdoc cref="AddCenoteStringInterner" path="/returns|/remarks|/exception"/>
    public static IServiceCollection AddCenoteWeakStringInterner(
        this IServiceCollection services, Action<WeakStringInternerOptions>? configure = null, string? name = null) =>
        services.AddNamed<WeakStringInterner, WeakStringInternerOptions>(
            name, configure, static options => new WeakStringInterner(options))
            .Forward<IStringInterner, WeakStringInterner>(name);

    /// <summary>Registers a <see cref="StringTable"/>: strings and their ids, shared by all requests.</summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets limits; null for the defaults. For untrusted input, set
    /// <see cref="StringTableOptions.MaximumCount"/>.</param>
    /// <param name="name">
    /// The key of the service and the name of its options; null, the default, registers a service without a key.
    /// </param>
    /// <returns>The services.</returns>
    /// <remarks>All scopes share one table, which the container disposes. A host creates it on startup.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddCenoteStringTable(
        this IServiceCollection services, Action<StringTableOptions>? configure = null, string? name = null) =>
        services.AddNamed<StringTable, StringTableOptions>(name, configure, static options => new StringTable(options));

    // The last registration is used. The container disposes the object once for each service type, which is harmless.
    private static IServiceCollection Forward<TService, TImplementation>(this IServiceCollection services, string? name)
        where TService : class
        where TImplementation : class, TService
    {
        services.RemoveAllKeyed<TService>(name);
        return services.AddKeyedSingleton<TService>(
            name, static (provider, key) => provider.GetRequiredKeyedService<TImplementation>(key));
    }
}
