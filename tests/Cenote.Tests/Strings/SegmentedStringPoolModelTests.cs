using System.Diagnostics;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class SegmentedStringPoolModelTests(ITestOutputHelper output)
{
    private const int Steps = 15_000;

    [Theory]
    [MemberData(nameof(PoolShapes.Names), MemberType = typeof(PoolShapes))]
    public void A_pool_does_what_a_dictionary_of_strings_does(string shape)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            SegmentedStringPoolOptions options = PoolShapes.Options(shape);
            PoolModel.Run(
                new SegmentedStringPool(options), options, seed, Steps, memoryIsShort: options.MaximumBytes != long.MaxValue);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }
}
