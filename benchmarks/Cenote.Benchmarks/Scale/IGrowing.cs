namespace Cenote.Benchmarks.Scale;

/// <summary>Something that holds entries by their numbers. Implemented by structs, so that the JIT makes a loop for each.</summary>
internal interface IGrowing<TSelf> : IDisposable
    where TSelf : struct, IGrowing<TSelf>
{
    /// <summary>Makes an empty one.</summary>
    /// <param name="count">How many entries there will be, for those that cannot grow.</param>
    static abstract TSelf Create(int count);

    void Add(int number);

    bool Find(int number);
}
