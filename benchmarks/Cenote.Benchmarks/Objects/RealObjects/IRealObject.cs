using Cenote.Benchmarks.Objects.Policies;

namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>Objects that programs pool: how they are made, cleaned and used. Implemented by structs.</summary>
internal interface IRealObject<T> : IRivalPolicy<T>
    where T : class
{
    void Use(T item);
}
