using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Sizes and limits of a <see cref="SegmentedStringPool"/>. The pool reads them once, when it is made.</summary>
/// <example>
/// A pool for secrets, which leave nothing behind in it when they are freed:
/// <code>
/// using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ClearOnFree = true });
/// using PooledStringRef token = pool.Create(32, Random.Shared, static (chars, random) => random.GetHexString(chars));
/// Console.WriteLine(token.Length);   // prints 32
/// </code>
/// </example>
public sealed class SegmentedStringPoolOptions
{
    /// <summary>The longest <see cref="SmallStringLength"/> that can be set, in chars.</summary>
    public const int MaximumSmallStringLength = 1000;

    /// <summary>The largest <see cref="SlabBytes"/> and <see cref="SegmentBytes"/> that can be set.</summary>
    public const int MaximumUnitBytes = 1 << 30;

    /// <summary>
    /// Strings of up to this many chars go to the slab tier, longer ones to the block tier. From 1 to
    /// <see cref="MaximumSmallStringLength"/>; 128 by default, which covers 98 % of the lines of the text that was measured.
    /// </summary>
    public int SmallStringLength { get; set; } = 128;

    /// <summary>Bytes of a slab, which holds cells of one size. Rounded up to 64 KiB, the default.</summary>
    public int SlabBytes { get; set; } = (int)AddressSpace.GranuleBytes;

    /// <summary>
    /// Bytes of an arena segment, rounded up to 64 KiB. 1 MiB by default. Longer strings get a segment of their size, which is
    /// given back when it is empty.
    /// </summary>
    public int SegmentBytes { get; set; } = 1 << 20;

    /// <summary>
    /// Unmanaged bytes the pool may hold at most, as <see cref="StringPool.BytesReserved"/> counts them. At the limit an
    /// allocation throws <see cref="OutOfMemoryException"/> and leaves the pool as it was. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of addresses, not of memory, that the pool reserves to find strings without a table. 32 GiB by default in 64-bit
    /// processes. Set it lower for thousands of pools at once, or where address space is limited; strings beyond it are found
    /// through a table, which makes reading and freeing them slower. 0 reserves nothing. Rounded down to 64 KiB, and to 32 GiB
    /// at most; another value than the default makes each new pool ask the operating system.
    /// </summary>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Asks the operating system for huge pages behind the first 4 MiB, where it has them on request (Linux). Reading millions of
    /// strings in random order is then faster by a tenth or two; filling the pool for the first time can be slower, for the
    /// system may have to make the pages first, and memory that was given back can return in the background. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether the pool overwrites a text with zeros when it ends: when it is freed, when the pool is cleared or disposed. For
    /// secrets. Freeing is then slower. Off by default.
    /// </summary>
    /// <remarks>
    /// It concerns the memory of the pool. What the text was made from, and managed copies of it, are the caller's: interpolated
    /// strings and buffers that are decoded among them. Dispose the pool: one that is forgotten gives its memory back as it is.
    /// Strings that are kept managed (<see cref="ShortStrings.Managed"/>) are left to the garbage collector.
    /// </remarks>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Strings of fewer chars are treated as <see cref="ShortStrings"/> says. 0 by default. The empty string is always allowed.
    /// </summary>
    public int MinimumLength { get; set; }

    /// <summary>
    /// What happens to strings shorter than <see cref="MinimumLength"/>. <see cref="ShortStrings.Allow"/> by default.
    /// </summary>
    public ShortStrings ShortStrings { get; set; }

    internal HeapSizes Validate()
    {
        CommonThrow.IfOptionOutOfRange(SmallStringLength, 1, MaximumSmallStringLength);
        CommonThrow.IfOptionOutOfRange(SlabBytes, 1, MaximumUnitBytes);
        CommonThrow.IfOptionOutOfRange(SegmentBytes, 1, MaximumUnitBytes);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
        CommonThrow.IfOptionOutOfRange(MinimumLength, 0);
        if (!Enum.IsDefined(ShortStrings))
        {
            CommonThrow.OptionNotDefined(ShortStrings, "Allow, Throw or Managed");
        }

        return new HeapSizes
        {
            Reservation = ReservedAddressBytes,
            MaximumBytes = MaximumBytes,
            LargestCellBytes = (uint)SmallStringLength * sizeof(char),
            SlabBytes = WholeGranules(SlabBytes),
            SegmentBytes = WholeGranules(SegmentBytes),
            HugePages = UseHugePages,
            ClearsFreed = ClearOnFree,
        };
    }

    private static uint WholeGranules(int bytes) =>
        ((uint)bytes + AddressSpace.GranuleBytes - 1) & ~(AddressSpace.GranuleBytes - 1);
}
