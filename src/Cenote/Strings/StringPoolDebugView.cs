namespace Cenote.Strings;

/// <summary>
/// A pool's debugger view. It does not call <see cref="StringPoolBase.GetStatistics"/>, because a concurrent pool would wait for
/// other threads, which the debugger has stopped.
/// </summary>
internal sealed class StringPoolDebugView(IMeasuredPool pool)
{
    public int? ActiveAllocations => pool.ActiveAllocationsNow;

    public long BytesReserved => pool.BytesReserved;

    public long ManagedBytes => pool.ManagedBytes;

    public bool IsDisposed => pool.IsDisposed;

    /// <summary>The text shown next to a variable's name.</summary>
    public static string TextOf(IMeasuredPool pool) =>
        pool.IsDisposed
            ? DebuggerState.Disposed
            : $"ActiveAllocations = {pool.ActiveAllocationsNow}, BytesReserved = {pool.BytesReserved}";
}
