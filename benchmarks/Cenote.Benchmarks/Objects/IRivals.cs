namespace Cenote.Benchmarks.Objects;

/// <summary>Work with arrays of bytes by every rival, whichever work it is.</summary>
internal interface IRivals : IDisposable
{
    /// <summary>Items that are allocated and freed in one call of any rival.</summary>
    int Operations { get; }

    /// <summary>Microsoft.Extensions.ObjectPool.</summary>
    void Microsoft();

    /// <summary>Cenote's pool with a policy.</summary>
    void Policy();

    /// <summary>Cenote's pool with delegates.</summary>
    void Delegates();

    /// <summary>The shared array pool.</summary>
    void ArrayPool();

    /// <summary>A thread-static field.</summary>
    void RawSlot();

    /// <summary>No pool.</summary>
    void New();
}
