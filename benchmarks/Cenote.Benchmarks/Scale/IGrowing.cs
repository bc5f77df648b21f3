namespace Cenote.Benchmarks.Scale;

/// <summary>Holds entries by number. Implemented by structs, so that the JIT compiles a separate loop for each.</summary>
internal interface IGrowing<TSelf> : IDisposable
    where TSelf : struct, IGrowing<TSelf>
{
    /// <summary>Creates an empty structure.</summary>
    /// <param name="count">The number of entries, for structures with an array of ids or a limit.</param>
    static abstract TSelf Create(int count);

    void Add(int number);

    bool Find(int number);
}
