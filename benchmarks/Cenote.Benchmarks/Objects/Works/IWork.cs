using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>What is done with items, wherever they come from. Implemented by structs, as sources are.</summary>
internal interface IWork
{
    /// <summary>Items that are allocated and freed in one run.</summary>
    int Operations { get; }

    void Run<TSource>(TSource source)
        where TSource : struct, ISource;
}
