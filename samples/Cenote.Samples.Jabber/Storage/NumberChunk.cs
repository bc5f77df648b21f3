namespace Cenote.Samples.Jabber.Storage;

/// <summary>The strings and reference counts of 256 numbers of a <see cref="TextNumbers{T}"/>.</summary>
internal sealed class NumberChunk
{
    public const int LengthBits = 8;

    public const int Length = 1 << LengthBits;

    /// <summary>The ids of the strings; 0 for a number without a string.</summary>
    public long[] Texts { get; } = new long[Length];

    /// <summary>The number of addresses that use each number.</summary>
    public SharedCounts Counts { get; } = new(Length);

    public static int IndexOf(int number) => number & (Length - 1);
}
