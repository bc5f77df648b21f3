namespace Cenote.Objects;

/// <summary>The debugger view of a pool: its statistics. The view shows no items, because they belong to their threads.</summary>
internal sealed class ObjectPoolDebugView<T>(ObjectPoolBase<T> pool)
    where T : class
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public ObjectPoolStatistics Statistics => pool.GetStatistics();
}
