namespace Cenote.Samples.Jabber.Storage;

/// <summary>What is known about 256 numbers of a <see cref="TextNumbers{T}"/>.</summary>
internal sealed class NumberChunk
{
    public const int LengthBits = 8;

    public const int Length = 1 << LengthBits;

    /// <summary>The ids of their texts; 0 where there is none.</summary>
    public long[] Texts { get; } = new long[Length];

    /// <summary>How many addresses have them.</summary>
    public SharedCounts Counts { get; } = new(Length);

    public static int IndexOf(int number) => number & (Length - 1);
}
