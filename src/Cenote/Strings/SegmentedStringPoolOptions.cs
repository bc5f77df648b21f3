using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>Sizes and limits of a <see cref="SegmentedStringPool"/>. The pool reads them once, on creation.</summary>
/// <example>
/// A pool for secrets, which are overwritten when they are freed:
/// <code>
/// using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ClearOnFree = true });
/// using PooledStringRef token = pool.Create(32, Random.Shared, static (chars, random) => random.GetHexString(chars));
/// Console.WriteLine(token.Length);   // prints 32
/// </code>
/// </example>
public sealed class SegmentedStringPoolOptions : StringPoolOptions
{
    /// <summary>The maximum of <see cref="SmallStringLength"/>, in chars.</summary>
    public const int MaximumSmallStringLength = 1000;

    /// <summary>The maximum of <see cref="SlabBytes"/> and <see cref="SegmentBytes"/>.</summary>
    public const int MaximumUnitBytes = MaxUnitBytes;

    /// <summary>
    /// Strings of up to this many chars go to the slab tier, longer ones to the block tier. From 1 to
    /// <see cref="MaximumSmallStringLength"/>; 256 by default.
    /// </summary>
    public int SmallStringLength { get; set; } = 256;

    /// <summary>Bytes of a slab, which holds cells of one size. Rounded up to a multiple of 64 KiB, the default.</summary>
    public int SlabBytes { get; set; } = DefaultSlabBytes;

    /// <summary>
    /// Bytes of a block segment, rounded up to a multiple of 64 KiB. 1 MiB by default. A longer string gets a dedicated segment
    /// of its size. Freeing the string releases that segment.
    /// </summary>
    public int SegmentBytes { get; set; } = DefaultSegmentBytes;

    internal HeapSizes Validate()
    {
        CommonThrow.IfOptionOutOfRange(SmallStringLength, 1, MaximumSmallStringLength);
        return ValidatedSizes((uint)SmallStringLength * sizeof(char), SlabBytes, SegmentBytes);
    }
}
