namespace Cenote.Strings;

/// <summary>
/// What a debugger shows within a pool. <see cref="StringPool.GetStatistics"/> is not part of it: a concurrent pool waits there
/// for other threads, which a debugger has stopped.
/// </summary>
internal sealed class StringPoolDebugView(IPoolSize pool)
{
    public int ActiveAllocations => pool.ActiveAllocations;

    public long BytesReserved => pool.BytesReserved;

    public long ManagedBytes => pool.ManagedBytes;

    public bool IsDisposed => pool.IsDisposed;

    /// <summary>What stands beside the name of a variable.</summary>
    public static string TextOf(IPoolSize pool) =>
        pool.IsDisposed
            ? DebuggerState.Disposed
            : $"ActiveAllocations = {pool.ActiveAllocations}, BytesReserved = {pool.BytesReserved}";
}
