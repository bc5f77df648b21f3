using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class ConcurrentStringPoolModelTests(ITestOutputHelper output)
{
    private const int Steps = 15_000;

    public static TheoryData<long, long, ShortStrings> Shapes => new()
    {
        { long.MaxValue, new ConcurrentStringPoolOptions().ReservedAddressBytes, ShortStrings.Allow },
        { long.MaxValue, 0, ShortStrings.Allow },
        { long.MaxValue, 1 << 20, ShortStrings.Managed },
        { 4 << 20, 1 << 20, ShortStrings.Throw },
        { 4 << 20, 64 << 20, ShortStrings.Allow },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_pool_does_what_a_dictionary_of_strings_does(
        long maximumBytes, long reservedAddressBytes, ShortStrings shortStrings)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            var options = new ConcurrentStringPoolOptions
            {
                MaximumBytes = maximumBytes,
                ReservedAddressBytes = reservedAddressBytes,
                MinimumLength = 12,
                ShortStrings = shortStrings,
            };
            PoolModel.Run(
                new ConcurrentStringPool(options), options, seed, Steps, memoryIsShort: maximumBytes != long.MaxValue);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }
}
