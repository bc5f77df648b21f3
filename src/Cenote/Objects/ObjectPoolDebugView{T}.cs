using System.Diagnostics;

namespace Cenote.Objects;

/// <summary>What a debugger shows within a pool: its statistics. The items belong to their threads.</summary>
internal sealed class ObjectPoolDebugView<T>(ObjectPoolBase<T> pool)
    where T : class
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public ObjectPoolStatistics Statistics => pool.GetStatistics();
}
