using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>Sizes and limits of a <see cref="Utf8StringPool"/>. The pool reads them once, on creation.</summary>
/// <example>
/// Slabs for strings of up to 500 bytes:
/// <code>
/// using var pool = new Utf8StringPool(new Utf8StringPoolOptions { SmallStringBytes = 500 });
/// pool.Allocate(new byte[400]);
/// pool.Allocate(new byte[600]);
/// Console.WriteLine(pool.GetStatistics().SmallStrings);   // prints 1
/// </code>
/// </example>
public sealed class Utf8StringPoolOptions : StringPoolOptions
{
    /// <summary>The maximum of <see cref="SmallStringBytes"/>.</summary>
    public const int MaximumSmallStringBytes = SegmentedStringPoolOptions.MaximumSmallStringLength * sizeof(char);

    /// <summary>The maximum of <see cref="SlabBytes"/> and <see cref="SegmentBytes"/>.</summary>
    public const int MaximumUnitBytes = MaxUnitBytes;

    /// <summary>
    /// Strings of up to this many bytes go to the slab tier, longer ones to the block tier. From 1 to
    /// <see cref="MaximumSmallStringBytes"/>; 512 by default.
    /// </summary>
    public int SmallStringBytes { get; set; } = 512;

    /// <summary>Bytes of a slab, which holds cells of one size. Rounded up to a multiple of 64 KiB, the default.</summary>
    public int SlabBytes { get; set; } = DefaultSlabBytes;

    /// <summary>
    /// Bytes of a block segment, rounded up to a multiple of 64 KiB. 1 MiB by default. A longer string gets a dedicated segment
    /// of its size. Freeing the string releases that segment.
    /// </summary>
    public int SegmentBytes { get; set; } = DefaultSegmentBytes;

    internal HeapSizes Validate()
    {
        CommonThrow.IfOptionOutOfRange(SmallStringBytes, 1, MaximumSmallStringBytes);
        return ValidatedSizes((uint)SmallStringBytes, SlabBytes, SegmentBytes);
    }
}
