using System.Diagnostics;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

public sealed class PooledStringDictionaryModelTests(ITestOutputHelper output)
{
    private const int Steps = 12_000;
    private const long Unlimited = long.MaxValue;

    private static readonly Dictionary<string, Func<PooledStringDictionaryOptions>> s_shapes = new()
    {
        ["compact"] = static () => new(),
        ["UTF-16"] = static () => new() { KeyEncoding = KeyEncoding.Utf16 },
        ["UTF-8"] = static () => new() { KeyEncoding = KeyEncoding.Utf8 },
        ["limit of 512 KiB, UTF-8, no reservation"] = static () =>
            new() { MaximumBytes = 512 << 10, KeyEncoding = KeyEncoding.Utf8, ReservedAddressBytes = 0 },
        ["capacity of 100,000"] = static () => new() { Capacity = 100_000 },
        ["capacity of 8,000,000, huge pages"] = static () => new() { Capacity = 8_000_000 },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 256 KiB, then the table"] = static () => new() { ReservedAddressBytes = 256 << 10 },
        ["limit of 512 KiB"] = static () => new() { MaximumBytes = 512 << 10 },
        ["limit of 512 KiB, UTF-16, no reservation"] = static () =>
            new() { MaximumBytes = 512 << 10, KeyEncoding = KeyEncoding.Utf16, ReservedAddressBytes = 0 },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_dictionary_with_numbers_does_what_that_of_the_framework_does(string shape) => Check(shape, TestedValues.Int);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_dictionary_with_references_does_what_that_of_the_framework_does(string shape) =>
        Check(shape, TestedValues.Text);

    [Fact]
    public void Values_of_one_byte() => Check("compact", TestedValues.Byte);

    [Fact]
    public void Values_of_three_bytes() => Check("compact", TestedValues.Odd);

    [Fact]
    public void Values_of_eight_bytes() => Check("UTF-16", TestedValues.Long);

    [Fact]
    public void Values_of_sixteen_bytes() => Check("compact", TestedValues.Guid);

    [Fact]
    public void Values_of_more_than_a_cache_line() => Check("compact", TestedValues.Large);

    [Fact]
    public void Values_with_a_reference_among_others() => Check("compact", TestedValues.Pair);

    [Theory]
    [InlineData(300)]
    [InlineData(60_000)]
    public void Few_keys_and_many(int universe) => Check("compact", TestedValues.Int, universe, 60_000);

    private void Check<TValue>(string shape, Func<int, TValue> valueOf, int universe = 4_000, int steps = Steps)
    {
        var watch = Stopwatch.StartNew();
        long done = 0;
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            PooledStringDictionaryOptions options = s_shapes[shape]();
            var pages = new FailingPageSource();
            var dictionary = new PooledStringDictionary<TValue>(options, pages);
            bool memoryIsShort = options.MaximumBytes != Unlimited;
            var model = new KeyedModel<TValue>(dictionary, valueOf, seed, memoryIsShort) { Universe = universe };
            int refusals = model.Run(steps);
            Assert.Equal(memoryIsShort, refusals > 0);
            Assert.Equal(0, pages.Reservations);
            done += model.Operations;
        }
        while (watch.Elapsed < RunSettings.Soak);

        output.WriteLine($"operations: {done}");
    }
}
