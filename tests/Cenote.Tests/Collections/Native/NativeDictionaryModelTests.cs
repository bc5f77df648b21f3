using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections.Native;

public sealed class NativeDictionaryModelTests(ITestOutputHelper output)
{
    private const int Steps = 120_000;

    private static readonly Dictionary<string, Func<NativeDictionaryOptions>> s_shapes = new()
    {
        ["default"] = static () => new(),
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 256 KiB, then the table"] = static () => new() { ReservedAddressBytes = 256 << 10 },
        ["limit of 64 KiB"] = static () => new() { MaximumBytes = 64 << 10 },
        ["capacity of 100,000"] = static () => new() { Capacity = 100_000 },
        ["capacity of 8,000,000, huge pages"] = static () => new() { Capacity = 8_000_000 },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_dictionary_of_wide_integers_does_what_that_of_the_framework_does(string shape)
    {
        // A few hundred of these keys exceed the limit of 64 KiB, so that short runs are refused memory, too.
        int refusals = Check(shape, static number => (Int128)number << 60, CheckedValueOf, keys: 10_000);

        Assert.Equal(shape.StartsWith("limit", StringComparison.Ordinal), refusals > 0);
    }

    [Fact]
    public void Keys_of_one_byte_with_values_of_one_byte() =>
        Check("default", static number => (byte)number, static number => (byte)number, keys: 256);

    [Fact]
    public void Keys_of_three_bytes_by_their_bytes() =>
        Check(
            "default",
            static number => new OddKey((byte)number, (byte)(number >> 8), 7),
            static number => (short)number,
            new BytewiseComparer<OddKey>());

    [Fact]
    public void Keys_of_four_bytes() => Check("default", static number => number * 1_024, static number => (long)number);

    [Fact]
    public void Keys_that_are_hashed_by_their_code() =>
        Check("reservation of 256 KiB, then the table", static number => (double)number / 8, CheckedValueOf);

    [Fact]
    public void Keys_with_padding() =>
        Check("default", static number => PaddedKey.WithGarbage(1, number, (byte)Random.Shared.Next()), CheckedValueOf);

    [Fact]
    public void Keys_that_are_identifiers() =>
        Check("default", static number => new Guid(number, 0, 0, new byte[8]), static number => (nint)number);

    [Fact]
    public void Keys_whose_codes_are_all_the_same() =>
        Check("default", static number => new CollidingKey(number, 1), static number => number, keys: 1_000);

    [Fact]
    public void Keys_whose_codes_are_few() =>
        Check("no reservation, all through the table", static number => new CollidingKey(number, 5), CheckedValueOf);

    [Fact]
    public void Keys_whose_codes_have_a_pattern() =>
        Check("default", static number => new CollidingKey(number << 20, int.MaxValue), static number => number);

    [Fact]
    public void Keys_by_a_comparer() =>
        Check(
            "default",
            static number => number,
            static number => number,
            EqualityComparer<int>.Create(static (one, other) => one % 500 == other % 500, static key => key % 500));

    [Fact]
    public void Entries_of_which_a_granule_holds_one() =>
        Check("default", static number => number, static number => LargeValue.Of(number), keys: 50, steps: 5_000);

    private static CheckedValue CheckedValueOf(int number) => CheckedValue.Of(number);

    private int Check<TKey, TValue>(
        string shape,
        Func<int, TKey> keyOf,
        Func<int, TValue> valueOf,
        IEqualityComparer<TKey>? comparer = null,
        int keys = 3_000,
        int steps = Steps)
        where TKey : unmanaged, IEquatable<TKey>
        where TValue : unmanaged
    {
        int seed = RunSettings.NewSeed();
        using var dictionary = new NativeDictionary<TKey, TValue>(s_shapes[shape](), comparer, PageSource.System);
        var model = new NativeDictionaryModel<TKey, TValue>(dictionary, keyOf, valueOf, seed) { Keys = keys };
        model.Run(steps);
        output.WriteLine(
            $"CENOTE_SEED={seed}: {model.Steps:N0} steps, {model.Refusals:N0} refusals; {model.AllSteps:N0} steps of all models so far.");
        return model.Refusals;
    }

    [System.Runtime.CompilerServices.InlineArray(60_000)]
    private struct LargeValue : IEquatable<LargeValue>
    {
        private byte _first;

        public static LargeValue Of(int number)
        {
            LargeValue value = default;
            ((Span<byte>)value).Fill((byte)number);
            return value;
        }

        public readonly bool Equals(LargeValue other) => ((ReadOnlySpan<byte>)this).SequenceEqual(other);

        public override readonly bool Equals(object? obj) => obj is LargeValue other && Equals(other);

        public override readonly int GetHashCode() => _first;
    }
}
