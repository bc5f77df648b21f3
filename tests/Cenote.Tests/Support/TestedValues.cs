namespace Cenote.Tests.Support;

/// <summary>Values of every kind: small and large, aligned or not, with and without references, and empty.</summary>
internal static class TestedValues
{
    public static byte Byte(int number) => (byte)number;

    public static int Int(int number) => number;

    public static long Long(int number) => number * 3_000_000_019;

    public static Guid Guid(int number) => new(number, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    public static Odd Odd(int number) => new((byte)number, (byte)(number >> 8), (byte)(number >> 16));

    public static Large Large(int number)
    {
        var large = default(Large);
        for (int i = 0; i < 9; i++)
        {
            large[i] = (ulong)(number + i);
        }

        return large;
    }

    public static string? Text(int number) => number % 10 == 0 ? null : $"value {number}";

    public static (int Number, string? Text) Pair(int number) => (number, Text(number));
}

/// <summary>Three bytes.</summary>
internal readonly record struct Odd(byte First, byte Second, byte Third);

/// <summary>A value larger than a cache line.</summary>
[System.Runtime.CompilerServices.InlineArray(9)]
internal struct Large : IEquatable<Large>
{
    private ulong _first;

    public readonly bool Equals(Large other) => ((ReadOnlySpan<ulong>)this).SequenceEqual(other);

    public override readonly bool Equals(object? obj) => obj is Large other && Equals(other);

    public override readonly int GetHashCode() => _first.GetHashCode();
}
