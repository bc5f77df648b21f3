using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Collections;

namespace Cenote.Tests.Collections.Native;

public sealed class BytewiseComparerTests
{
    [Fact]
    public void Types_all_of_whose_bytes_are_those_of_fields_are_compared()
    {
        var pairs = new BytewiseComparer<PairKey>();

        Assert.True(pairs.Equals(new PairKey(1, 2), new PairKey(1, 2)));
        Assert.False(pairs.Equals(new PairKey(1, 2), new PairKey(2, 1)));
        Assert.Equal(pairs.GetHashCode(new PairKey(1, 2)), pairs.GetHashCode(new PairKey(1, 2)));
        Assert.True(new BytewiseComparer<double>().Equals(double.NaN, double.NaN));
        Assert.False(new BytewiseComparer<double>().Equals(0.0, -0.0));
        Assert.NotNull(new BytewiseComparer<Guid>());
        Assert.NotNull(new BytewiseComparer<Int128>());
        Assert.NotNull(new BytewiseComparer<CheckedValue>());
        Assert.NotNull(new BytewiseComparer<(long, int, short, byte, byte)>());
        Assert.NotNull(new BytewiseComparer<DayOfWeek>());
        Assert.NotNull(new BytewiseComparer<WithPointer>());
    }

    [Fact]
    public void Types_with_bytes_that_are_nobodys_are_refused()
    {
        Assert.Contains(
            nameof(PaddedKey),
            Assert.Throws<NotSupportedException>(() => new BytewiseComparer<PaddedKey>()).Message,
            StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => new BytewiseComparer<(PaddedKey, long)>());
        Assert.Throws<NotSupportedException>(() => new BytewiseComparer<Empty>());
        Assert.Throws<NotSupportedException>(() => new BytewiseComparer<Union>());
        Assert.Throws<NotSupportedException>(() => new BytewiseComparer<PaddedElements>());
    }

    [Fact]
    public void A_dictionary_that_compares_bytes_does_not_ask_the_keys()
    {
        using var dictionary = new NativeDictionary<HostileKey, int>(comparer: new BytewiseComparer<HostileKey>());
        int asked = 0;
        HostileKey.OnEquals = HostileKey.OnHash = () => asked++;

        for (int number = 0; number < 100; number++)
        {
            dictionary.Add(new HostileKey(number), number);
            Assert.Equal(number, dictionary[new HostileKey(number)]);
        }

        HostileKey.OnEquals = HostileKey.OnHash = null;
        Assert.Equal(0, asked);
        Assert.IsType<BytewiseComparer<HostileKey>>(dictionary.Comparer);
    }

    private struct Empty;

    private readonly unsafe struct WithPointer(int* target, long number)
    {
        public int* Target { get; } = target;

        public long Number { get; } = number;
    }

    [StructLayout(LayoutKind.Explicit)]
    private struct Union
    {
        [FieldOffset(0)]
        public int Number;

        [FieldOffset(sizeof(int))]
        public float Real;
    }

    [InlineArray(3)]
    private struct PaddedElements
    {
        private PaddedKey _first;
    }
}
