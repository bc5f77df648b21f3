namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>Work with objects that programs pool, by every rival, whichever objects they are.</summary>
internal interface IRealRivals : IDisposable
{
    /// <summary>Objects that are used in one call of any rival.</summary>
    const int Operations = 200;

    /// <summary>What the objects are.</summary>
    string Name { get; }

    /// <summary>No pool.</summary>
    void New();

    /// <summary>Microsoft.Extensions.ObjectPool.</summary>
    void Microsoft();

    /// <summary>Cenote's pool with a policy.</summary>
    void Policy();

    /// <summary>Cenote's pool with delegates.</summary>
    void Delegates();
}
