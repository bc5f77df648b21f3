using Cenote.Objects;

namespace Cenote.Benchmarks.Objects.Policies;

/// <summary>How the pools of all rivals make and clean their items. Implemented by structs, as one rival wants it.</summary>
internal interface IRivalPolicy<T> : IPoolPolicy<T>
    where T : class
{
    /// <summary>What <see cref="IPoolPolicy{T}.Cleanup"/> does, for a pool that is told by a delegate; null if that is nothing.</summary>
    Action<T>? Cleaner { get; }
}
