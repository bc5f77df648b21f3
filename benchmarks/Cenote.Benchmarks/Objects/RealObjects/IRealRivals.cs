using System.Text;

namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>The same work with objects that programs pool.</summary>
internal interface IRealRivals : IPoolRivals, IDisposable
{
    /// <summary>No pool.</summary>
    void New();

    /// <summary>The rivals for objects of a kind.</summary>
    static IRealRivals Of(RealKind kind) => kind switch
    {
        RealKind.StringBuilder => new RealRivals<StringBuilder, RealStringBuilder>(new RealStringBuilder()),
        RealKind.MemoryStream => new RealRivals<MemoryStream, RealMemoryStream>(new RealMemoryStream()),
        _ => new RealRivals<JsonOutput, RealJson>(new RealJson()),
    };
}
