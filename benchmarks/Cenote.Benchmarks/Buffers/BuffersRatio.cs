using Cenote.Benchmarks.Buffers.Rentals;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Benchmarks of the scratch buffers.</summary>
internal sealed partial class BuffersRatio : IRatioArea
{
    private const string Stack = "stackalloc, not zeroed";
    private const string Zeroed = "stackalloc";
    private const string Buffer = "scratch";
    private const string Frame = "scratch frame";
    private const string StackFirst = "stack, then scratch";
    private const string Shared = "ArrayPool.Shared";
    private const string Finally = "ArrayPool.Shared, try";
    private const string Own = "ArrayPool.Create";
    private const string New = "new";
    private const string Uninitialized = "new, not zeroed";
    private const string SpanOwner = "SpanOwner";
    private const string MemoryOwner = "MemoryOwner";
    private const string Native = "NativeMemory";

    private const string EachLine = "each line written";
    private const string TimesStack = "x stackalloc";
    private const string TimesShared = "x ArrayPool";
    private const string TimesMemoryStream = "x MemoryStream";

    private static readonly int[] s_published = [256, 2_048, 8_192];
    private static readonly int[] s_sweep = [64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];
    private static readonly int[] s_texts = [10, 200, 1_000, 10_000, 100_000];
    private static readonly int[] s_outputs = [1_000, 10_000, 100_000, 1_000_000];

    private static readonly SideBySideOptions s_timing = Timing.Short with
    {
        WarmupTime = TimeSpan.FromMilliseconds(6),
        RoundTime = TimeSpan.FromMilliseconds(3),
    };

    public string Name => "buffers";

    public string Description =>
        "scratch buffers against the stack, array pools, owners and arrays; lists against builders and streams";

    public IEnumerable<RatioRow> Measure()
    {
        IEnumerable<RatioRow>[] parts = [Published(), Pairs(), Sweep(), Texts(), Asynchronous(), Outputs()];
        return parts.SelectMany(part => part);
    }

    private static IEnumerable<RatioRow> Pairs()
    {
        // The shared pool caches one array per size and thread, so three arrays of one size cost more than three of different
        // sizes.
        (bool Three, int Growth, string Held, double? Limit)[] cases =
            [(false, 1, "one held", 0.4), (true, 1, "three held", 0.15), (true, 2, "three held of 256, 512 and 1,024 bytes", null)];
        foreach ((bool three, int growth, string held, double? limit) in cases)
        {
            var rivals = new RentalRivals<NoWork>(256, three, growth);
            Comparison comparison = SideBySide.Run(
                $"rented and released, {held}",
                rivals.Operations,
                [
                    rivals.Of<SharedPoolRental>(Shared), rivals.Of<ScratchRental>(Buffer), rivals.Of<FrameRental>(Frame),
                    rivals.Of<StackFirstRental>(StackFirst), rivals.Of<StackRental>(Stack),
                    rivals.Of<FinallyRental>(Finally), rivals.Of<OwnPoolRental>(Own), rivals.Of<SpanOwnerRental>(SpanOwner),
                    rivals.Of<MemoryOwnerRental>(MemoryOwner), rivals.Of<NewRental>(New), rivals.Of<NativeRental>(Native),
                ],
                s_timing);
            foreach (RatioRow row in Rows("pair", comparison, limit, TimesShared))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> Sweep() =>
        s_sweep.SelectMany(static length => Sweep(Invariant($"{length:N0} bytes"), length, three: false))
            .Concat(s_sweep.SelectMany(static length => Sweep(Invariant($"{length:N0} bytes"), length, three: true)))
            .Concat(Sweep("256, 512 and 1,024 bytes", 256, three: true, growth: 2));

    private static IEnumerable<RatioRow> Sweep(string name, int length, bool three, int growth = 1)
    {
        var rivals = new RentalRivals<TouchWork>(length, three, growth);
        Comparison comparison = SideBySide.Run(
            $"{name}, each line written, {Held(three)}",
            rivals.Operations,
            [
                rivals.Of<StackRental>(Stack), rivals.Of<ScratchRental>(Buffer), rivals.Of<ZeroedStackRental>(Zeroed),
                rivals.Of<ClearedScratchRental>("scratch, cleared"), rivals.Of<StackFirstRental>(StackFirst),
                rivals.Of<SharedPoolRental>(Shared), rivals.Of<FinallyRental>(Finally), rivals.Of<NewRental>(New),
                rivals.Of<UninitializedRental>(Uninitialized), rivals.Of<NativeRental>(Native),
            ],
            s_timing);
        double? limit = three ? null : length <= 1_024 ? 1.35 : 1.02;
        foreach (RatioRow row in Rows(EachLine, comparison, limit, TimesStack))
        {
            yield return row;
        }

        double pool = Math.Min(comparison[Shared].Ratio.Median, comparison[Finally].Ratio.Median);
        yield return RatioRow.Once(EachLine, comparison.Name, Buffer, TimesShared, comparison[Buffer].Ratio.Median / pool, 1.05);
    }

    private static IEnumerable<RatioRow> Texts()
    {
        foreach (int length in s_texts)
        {
            var rivals = new TextRivals(length);
            Comparison comparison = SideBySide.Run(
                Invariant($"text of {length:N0} chars"),
                rivals.Operations,
                [
                    rivals.Of<PlainText>("plain builder"), rivals.Of<StackListText>("list on the stack"),
                    rivals.Of<ScratchListText>("list on scratch"), rivals.Of<StringBuilderText>("StringBuilder"),
                    rivals.Of<HandlerText>("DefaultInterpolatedStringHandler"), rivals.Of<ZStringText>("ZString"),
                ],
                s_timing with { Rounds = 15 });
            foreach (RatioRow row in comparison.Rivals.Skip(1).Select(rival => RatioRow.Of(
                "text", comparison, rival.Name, rival.Name == "list on the stack" ? 1.05 : null, "x plain builder")))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> Asynchronous()
    {
        foreach (int length in new[] { 256, 4_096, 65_536 })
        {
            var rivals = new AsyncRivals(length);
            Comparison comparison = SideBySide.Run(
                Invariant($"asynchronous method, {length:N0} bytes"),
                rivals.Operations,
                [
                    rivals.Array(Shared), rivals.SplitArray("ArrayPool.Shared before the await"), rivals.Split("scratch before the await"),
                    rivals.Owner(MemoryOwner),
                ],
                s_timing);
            foreach (RatioRow row in comparison.Rivals.Skip(1).Select(
                rival => RatioRow.Of("asynchronous", comparison, rival.Name, null, TimesShared)))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> Outputs()
    {
        foreach (int length in s_outputs)
        {
            var rivals = new OutputRivals(length);
            Comparison comparison = SideBySide.Run(
                Invariant($"{length:N0} bytes, written in parts and read once"),
                rivals.Operations,
                [
                    rivals.Of<MemoryStreamOutput>("MemoryStream"), rivals.Of<ScratchListOutput>("list on scratch"),
                    rivals.Of<PoolWriterOutput>("ArrayPoolBufferWriter"), rivals.Of<RecyclableOutput>("RecyclableMemoryStream"),
                ],
                s_timing);
            foreach (RatioRow row in comparison.Rivals.Skip(1).Select(
                rival => RatioRow.Of("output", comparison, rival.Name, null, TimesMemoryStream)))
            {
                yield return row;
            }
        }
    }

    private static string Held(bool three) => three ? "three held" : "one held";

    /// <summary>A row for each rival except the baseline. The goal applies to a buffer from <c>Scratch.Rent</c>.</summary>
    private static IEnumerable<RatioRow> Rows(string group, Comparison comparison, double? limit, string unit) =>
        comparison.Rivals.Skip(1).Select(
            rival => RatioRow.Of(group, comparison, rival.Name, rival.Name == Buffer ? limit : null, unit));
}
