namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>
/// A way to have memory for the length of a method. None is inlined into its caller, because memory of the stack cannot be.
/// </summary>
internal interface IRental
{
    /// <summary>Works with one buffer.</summary>
    static abstract int One<TWork>(int length)
        where TWork : struct, IBufferWork;

    /// <summary>Works with three buffers that are held at the same time.</summary>
    static abstract int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork;
}
