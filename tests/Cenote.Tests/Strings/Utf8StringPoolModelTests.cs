using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class Utf8StringPoolModelTests(ITestOutputHelper output)
{
    private const int Steps = 15_000;

    private static readonly Dictionary<string, Func<Utf8StringPoolOptions>> s_shapes = new()
    {
        ["default"] = static () => new(),
        ["one byte is small, units of 64 KiB"] = static () => new() { SmallStringBytes = 1, SlabBytes = 1, SegmentBytes = 1 },
        ["long strings are small, slabs of 256 KiB"] = static () => new()
        {
            SmallStringBytes = Utf8StringPoolOptions.MaximumSmallStringBytes,
            SlabBytes = 256 << 10,
        },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 1 MiB, then the table"] = static () => new() { ReservedAddressBytes = 1 << 20 },
        ["short strings managed"] = static () => new() { MinimumLength = 12, ShortStrings = ShortStrings.Managed },
        ["strings below 400 bytes managed"] = static () => new() { MinimumLength = 400, ShortStrings = ShortStrings.Managed },
        ["short strings refused"] = static () => new() { MinimumLength = 12, ShortStrings = ShortStrings.Throw },
        ["limit of 3 MiB"] = static () => new() { MaximumBytes = 3 << 20 },
        ["limit of 3 MiB, no reservation"] = static () => new() { MaximumBytes = 3 << 20, ReservedAddressBytes = 0 },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_pool_does_what_a_dictionary_of_byte_arrays_does(string shape)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            Utf8StringPoolOptions options = s_shapes[shape]();
            Utf8PoolModel.Run(
                new Utf8StringPool(options), options, seed, Steps, memoryIsShort: options.MaximumBytes != long.MaxValue);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }
}
