using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>
/// The pool of Tedd.ObjectPool 2.0.0, compiled from the source file passed to the build. The pool first looks in a slot of the
/// thread, then in a shared slot, then in a shared array.
/// </summary>
internal static class TeddRival
{
    public const string Name = "Tedd.ObjectPool";

#if TEDD_OBJECT_POOL
    public static bool IsCompiled => true;

    public static Rival[] Of<TPolicy, TWork>(TWork work)
        where TPolicy : struct, IRivalPolicy<byte[]>
        where TWork : struct, IWork => [new(Name, () => work.Run(default(Source<TPolicy>)))];

    private readonly struct Source<TPolicy> : ISource
        where TPolicy : struct, IRivalPolicy<byte[]>
    {
        public byte[] Allocate() => Held<TPolicy>.Pool.Allocate();

        public void Free(byte[] item) => Held<TPolicy>.Pool.Free(item);
    }

    // The pool is in a static readonly field, as in HeldPools.
    private static class Held<TPolicy>
        where TPolicy : struct, IRivalPolicy<byte[]>
    {
        public static readonly Tedd.ObjectPool<byte[]> Pool =
            new(static () => default(TPolicy).Create(), default(TPolicy).Cleaner, Pools.Size, disposeWhenFull: false);
    }
#else
    public static bool IsCompiled => false;

    public static Rival[] Of<TPolicy, TWork>(TWork work)
        where TPolicy : struct, IRivalPolicy<byte[]>
        where TWork : struct, IWork => [];
#endif
}
