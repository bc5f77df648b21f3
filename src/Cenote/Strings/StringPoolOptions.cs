using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>What all string pools can be told about their memory. A pool reads its options once, when it is made.</summary>
/// <example>
/// One set of limits for pools of several kinds:
/// <code>
/// static T Small&lt;T&gt;(T options) where T : StringPoolOptions
/// {
///     options.MaximumBytes = 16 &lt;&lt; 20;
///     options.ClearOnFree = true;
///     return options;
/// }
///
/// using var names = new SegmentedStringPool(Small(new SegmentedStringPoolOptions()));
/// using var messages = new ConcurrentUtf8StringPool(Small(new ConcurrentUtf8StringPoolOptions()));
/// Console.WriteLine(names.TryAllocate(new string('x', 10_000_000), out _));   // prints False
/// </code>
/// </example>
public abstract class StringPoolOptions
{
    private protected const int DefaultSlabBytes = (int)AddressSpace.GranuleBytes;
    private protected const int DefaultSegmentBytes = 1 << 20;
    private protected const int MaxUnitBytes = 1 << 30;

    private protected StringPoolOptions()
    {
    }

    /// <summary>
    /// Unmanaged bytes the pool may hold at most, as its <c>BytesReserved</c> counts them. At the limit an
    /// allocation throws <see cref="OutOfMemoryException"/> and leaves the pool as it was. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of addresses, not of memory, that the pool reserves to find strings without a table. 32 GiB by default in 64-bit
    /// processes. Set it lower for thousands of pools at once, or where address space is limited; strings beyond it are found
    /// through a table, which makes reading and freeing them slower. 0 reserves nothing. Rounded down to 64 KiB, and to 32 GiB at
    /// most; a value other than the default makes each new pool ask the operating system.
    /// </summary>
    /// <remarks>
    /// The block of an <see cref="UnmanagedStringPool"/> is never found through a table: it grows to half of the addresses, and
    /// to 2 GiB at most, or to its initial capacity if that is more.
    /// </remarks>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Asks the operating system for huge pages after the first 4 MiB, where it offers them on request (Linux). Reading millions
    /// of strings in random order is then faster by a tenth or two; filling the pool for the first time can be slower, because
    /// the system may have to make the pages first, and memory that was given back can return in the background. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether the pool overwrites a text with zeros when it is freed, and when the pool is cleared or disposed. For secrets. A
    /// place from which a compaction moved a text is overwritten, too. Freeing is then slower. Off by default.
    /// </summary>
    /// <remarks>
    /// This covers the memory of the pool only. What the text was made from, and managed copies of it, are the caller's concern,
    /// interpolated strings and decoded buffers among them. Dispose the pool: one that is forgotten gives its memory back as it
    /// is. Strings that are kept managed (<see cref="ShortStrings.Managed"/>) are left to the garbage collector.
    /// </remarks>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// Strings of fewer chars, or bytes in a pool of UTF-8, are treated as <see cref="ShortStrings"/> says. 0 by default. The
    /// empty string is always allowed.
    /// </summary>
    public int MinimumLength { get; set; }

    /// <summary>
    /// What happens to strings shorter than <see cref="MinimumLength"/>. <see cref="ShortStrings.Allow"/> by default.
    /// </summary>
    public ShortStrings ShortStrings { get; set; }

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this pool, as its tag <c>cenote.pool.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>The length below which strings are not pooled; 0 if all are.</summary>
    internal int MinPooled => ShortStrings == ShortStrings.Allow ? 0 : MinimumLength;

    /// <summary>The sizes of a heap of slabs and segments.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    private protected HeapSizes ValidatedSizes(
        uint largestCellBytes, int slabBytes = DefaultSlabBytes, int segmentBytes = DefaultSegmentBytes)
    {
        CommonThrow.IfOptionOutOfRange(slabBytes, 1, MaxUnitBytes, nameof(SegmentedStringPoolOptions.SlabBytes));
        CommonThrow.IfOptionOutOfRange(segmentBytes, 1, MaxUnitBytes, nameof(SegmentedStringPoolOptions.SegmentBytes));
        ValidateCommon();
        return new HeapSizes
        {
            Reservation = ReservedAddressBytes,
            MaximumBytes = MaximumBytes,
            MaxCellBytes = largestCellBytes,
            SlabBytes = WholeGranules(slabBytes),
            SegmentBytes = WholeGranules(segmentBytes),
            HugePages = UseHugePages,
            ClearsFreed = ClearOnFree,
        };
    }

    private protected void ValidateCommon()
    {
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        CommonThrow.IfOptionOutOfRange(ReservedAddressBytes, 0);
        CommonThrow.IfOptionOutOfRange(MinimumLength, 0);
        if (!Enum.IsDefined(ShortStrings))
        {
            CommonThrow.OptionNotDefined(ShortStrings, "Allow, Throw or Managed");
        }
    }

    private static uint WholeGranules(int bytes) =>
        ((uint)bytes + AddressSpace.GranuleBytes - 1) & ~(AddressSpace.GranuleBytes - 1);
}
