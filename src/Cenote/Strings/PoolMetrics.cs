using Cenote.Diagnostics;

namespace Cenote.Strings;

/// <summary>Reports named string pools to the meter.</summary>
internal static class PoolMetrics
{
    private static readonly MeasuredKind<IMeasuredPool> s_pools =
        new MeasuredKind<IMeasuredPool>("cenote.pool", static pool => pool.IsDisposed)
            .UpDownCounter("memory.reserved", "By", "Unmanaged bytes that pools hold.", static pool => pool.BytesReserved)
            .UpDownCounter(
                "strings.live", "{string}", "Strings that are not yet freed.", static pool => pool.Turnover is { } turnover
                    ? turnover.Allocated - turnover.Freed
                    : null)
            .Counter("allocations", "{string}", "Strings that were allocated.", static pool => pool.Turnover?.Allocated)
            .Counter("frees", "{string}", "Strings that were freed.", static pool => pool.Turnover?.Freed)
            .Counter(
                "stale_reads", "{read}", "Uses of stale handles that threw an exception.", static pool => pool.StaleReads);

    /// <summary>Registers a pool with the meter if its options have a <see cref="StringPoolOptions.MetricsName"/>.</summary>
    public static void Show(StringPoolOptions options, IMeasuredPool pool)
    {
        if (options.MetricsName is { } name)
        {
            s_pools.Add(name, pool);
        }
    }
}
