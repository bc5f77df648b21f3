using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Sizes and limits of a <see cref="Utf8StringPool"/>. The pool reads them once, when it is made.</summary>
/// <example>
/// Slabs for strings of up to 500 bytes:
/// <code>
/// using var pool = new Utf8StringPool(new Utf8StringPoolOptions { SmallStringBytes = 500 });
/// pool.Allocate(new byte[400]);
/// pool.Allocate(new byte[600]);
/// Console.WriteLine(pool.GetStatistics().SmallStrings);   // prints 1
/// </code>
/// </example>
public sealed class Utf8StringPoolOptions
{
    /// <summary>The largest <see cref="SmallStringBytes"/> that can be set.</summary>
    public const int MaximumSmallStringBytes = SegmentedStringPoolOptions.MaximumSmallStringLength * sizeof(char);

    /// <summary>The largest <see cref="SlabBytes"/> and <see cref="SegmentBytes"/> that can be set.</summary>
    public const int MaximumUnitBytes = SegmentedStringPoolOptions.MaximumUnitBytes;

    /// <summary>
    /// Strings of up to this many bytes go to the slab tier, longer ones to the block tier. From 1 to
    /// <see cref="MaximumSmallStringBytes"/>; 256 by default.
    /// </summary>
    public int SmallStringBytes { get; set; } = 256;

    /// <summary>Bytes of a slab, which holds cells of one size. Rounded up to 64 KiB, the default.</summary>
    public int SlabBytes { get; set; } = (int)AddressSpace.GranuleBytes;

    /// <summary>
    /// Bytes of an arena segment, rounded up to 64 KiB. 1 MiB by default. Longer strings get a segment of their size, which is
    /// given back when it is empty.
    /// </summary>
    public int SegmentBytes { get; set; } = 1 << 20;

    /// <summary>
    /// Unmanaged bytes the pool may hold at most, as <see cref="Utf8Pool.BytesReserved"/> counts them. At the limit an
    /// allocation throws <see cref="OutOfMemoryException"/> and leaves the pool as it was. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of addresses that the pool reserves, as <see cref="SegmentedStringPoolOptions.ReservedAddressBytes"/> says.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>Asks for huge pages, as <see cref="SegmentedStringPoolOptions.UseHugePages"/> says. Off by default.</summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether the pool overwrites texts that end, as <see cref="SegmentedStringPoolOptions.ClearOnFree"/> says. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    internal HeapSizes Validate()
    {
        CommonThrow.IfOptionOutOfRange(SmallStringBytes, 1, MaximumSmallStringBytes);

        // Both pools stand on the same heap, so its limits are checked in one place.
        var heap = new SegmentedStringPoolOptions
        {
            SlabBytes = SlabBytes,
            SegmentBytes = SegmentBytes,
            MaximumBytes = MaximumBytes,
            ReservedAddressBytes = ReservedAddressBytes,
            UseHugePages = UseHugePages,
            ClearOnFree = ClearOnFree,
        };
        return heap.Validate() with { LargestCellBytes = (uint)SmallStringBytes };
    }
}
