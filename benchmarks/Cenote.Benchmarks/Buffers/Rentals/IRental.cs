namespace Cenote.Benchmarks.Buffers.Rentals;

/// <summary>
/// A way to get memory for the duration of a method. Implementations are not inlined, because those with <c>stackalloc</c> cannot
/// be.
/// </summary>
internal interface IRental
{
    /// <summary>Works with one buffer.</summary>
    static abstract int One<TWork>(int length)
        where TWork : struct, IBufferWork;

    /// <summary>Works with three buffers held at once.</summary>
    static abstract int Three<TWork>(int length, int second, int third)
        where TWork : struct, IBufferWork;
}
