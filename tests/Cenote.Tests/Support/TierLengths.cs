namespace Cenote.Tests.Support;

/// <summary>Lengths on both sides of a pool's tier thresholds, in its units.</summary>
internal static class TierLengths
{
    public static TheoryData<int> All => [1, 3, 8, 16, 128, 129, 256, 257, 512, 513, 1_000, 2_000, 40_000, 80_000];
}
