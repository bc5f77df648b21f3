namespace Cenote.Strings;

/// <summary>
/// What a debugger shows of a pool. <see cref="StringPool.GetStatistics"/> is not part of it: a concurrent pool waits there for
/// other threads, which a debugger has stopped.
/// </summary>
internal sealed class StringPoolDebugView(IMeasuredPool pool)
{
    public int? ActiveAllocations => pool.ActiveAllocationsNow;

    public long BytesReserved => pool.BytesReserved;

    public long ManagedBytes => pool.ManagedBytes;

    public bool IsDisposed => pool.IsDisposed;

    /// <summary>What is shown next to the name of a variable.</summary>
    public static string TextOf(IMeasuredPool pool) =>
        pool.IsDisposed
            ? DebuggerState.Disposed
            : $"ActiveAllocations = {pool.ActiveAllocationsNow}, BytesReserved = {pool.BytesReserved}";
}
