using System.Runtime.Intrinsics.X86;

namespace Cenote.Arenas;

/// <summary>Uses PEXT and PDEP, on processors that implement them in hardware.</summary>
internal readonly struct PextExtractor(ulong mask) : IBitExtractor<PextExtractor>
{
    /// <summary>
    /// Whether the processor has fast PEXT. AMD processors before Zen 3 implement it in microcode, which takes up to 300 cycles.
    /// </summary>
    public static bool IsSupported { get; } = Bmi2.X64.IsSupported && !IsSlow();

    public static PextExtractor For(ulong mask) => new(mask);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Extract(ulong word) => Bmi2.X64.ParallelBitExtract(word, mask);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Deposit(ulong bits) => Bmi2.X64.ParallelBitDeposit(bits, mask);

    private static bool IsSlow()
    {
        const int Amd = 0x68747541;
        const int Zen3 = 0x19;
        (_, int vendor, _, _) = X86Base.CpuId(0, 0);
        (int signature, _, _, _) = X86Base.CpuId(1, 0);
        int family = ((signature >> 8) & 0xF) + ((signature >> 20) & 0xFF);
        return vendor == Amd && family < Zen3;
    }
}
