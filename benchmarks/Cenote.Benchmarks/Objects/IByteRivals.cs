namespace Cenote.Benchmarks.Objects;

/// <summary>The same work with arrays of bytes, which can be had without an object pool, too.</summary>
internal interface IByteRivals : IPoolRivals
{
    /// <summary>The shared array pool.</summary>
    void ArrayPool();

    /// <summary>A thread-static field.</summary>
    void RawSlot();

    /// <summary>No pool.</summary>
    void New();
}
