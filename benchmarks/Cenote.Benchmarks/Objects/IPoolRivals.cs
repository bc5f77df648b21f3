namespace Cenote.Benchmarks.Objects;

/// <summary>The same work by every object pool, whichever work it is.</summary>
internal interface IPoolRivals
{
    /// <summary>Objects that are allocated and freed in one call of any rival.</summary>
    int Operations { get; }

    /// <summary>Microsoft.Extensions.ObjectPool.</summary>
    void Microsoft();

    /// <summary>Cenote's pool with a policy.</summary>
    void Policy();

    /// <summary>Cenote's pool with delegates.</summary>
    void Delegates();
}
