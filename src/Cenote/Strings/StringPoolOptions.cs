using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Memory options of all string pools. A pool reads its options once, on creation.</summary>
/// <example>
/// One set of limits for pools of several types:
/// <code>
/// static T Small&lt;T&gt;(T options) where T : StringPoolOptions
/// {
///     options.MaximumBytes = 16 &lt;&lt; 20;
///     options.ClearOnFree = true;
///     return options;
/// }
///
/// using var names = new SegmentedStringPool(Small(new SegmentedStringPoolOptions()));
/// using var messages = new ConcurrentUtf8StringPool(Small(new ConcurrentStringPoolOptions()));
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
    /// The maximum unmanaged bytes of the pool, as counted by its <c>BytesReserved</c>. An allocation beyond the limit throws
    /// <see cref="OutOfMemoryException"/> and leaves the pool unchanged. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of address space, not of memory, that the pool reserves to find strings without a table. 32 GiB by default in 64-bit
    /// processes. Set it lower for thousands of pools at once, or if address space is limited. Strings beyond it are found
    /// through a table, so reading and freeing them is slower. 0 reserves nothing. Rounded down to a multiple of 64 KiB, at most
    /// 32 GiB. With a value other than the default, each new pool requests its address space from the operating system.
    /// </summary>
    /// <remarks>
    /// The block of an <see cref="UnmanagedStringPool"/> is never found through a table. It grows to half of the reserved
    /// addresses, at most 2 GiB, or to its initial capacity if that is larger.
    /// </remarks>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>
    /// Whether the pool overwrites strings with zeros when they are freed, and when the pool is cleared or disposed. For secrets.
    /// Compaction overwrites the former location of a string, too. Freeing is slower. Off by default.
    /// </summary>
    /// <remarks>
    /// This covers only the memory of the pool. Sources and managed copies of a string, including interpolated strings and
    /// decoded buffers, are the caller's responsibility. Dispose the pool: a finalizer releases its memory without overwriting
    /// it. Strings that are kept managed (<see cref="ShortStrings.Managed"/>) are left to the garbage collector.
    /// </remarks>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The length below which <see cref="ShortStrings"/> applies, in chars, or in bytes in a UTF-8 pool. 0 by default. The empty
    /// string is always allowed.
    /// </summary>
    public int MinimumLength { get; set; }

    /// <summary>
    /// The treatment of strings shorter than <see cref="MinimumLength"/>. <see cref="ShortStrings.Allow"/> by default.
    /// </summary>
    public ShortStrings ShortStrings { get; set; }

    /// <summary>
    /// The name of this pool in the meter <c>Cenote</c>, as its tag <c>cenote.pool.name</c>. Pools with the same name are summed.
    /// If it is null, the default, the pool is not reported. Reporting costs nothing until a listener observes the meter.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>The length below which strings are not pooled; 0 if all are.</summary>
    internal int MinPooledLength => ShortStrings == ShortStrings.Allow ? 0 : MinimumLength;

    /// <summary>The sizes of a heap of slabs and segments.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    private protected HeapSizes ValidatedSizes(
        uint maxCellBytes, int slabBytes = DefaultSlabBytes, int segmentBytes = DefaultSegmentBytes)
    {
        CommonThrow.IfOptionOutOfRange(slabBytes, 1, MaxUnitBytes, nameof(SegmentedStringPoolOptions.SlabBytes));
        CommonThrow.IfOptionOutOfRange(segmentBytes, 1, MaxUnitBytes, nameof(SegmentedStringPoolOptions.SegmentBytes));
        ValidateCommon();
        return new HeapSizes
        {
            Reservation = ReservedAddressBytes,
            MaximumBytes = MaximumBytes,
            MaxCellBytes = maxCellBytes,
            SlabBytes = RoundUpToGranules(slabBytes),
            SegmentBytes = RoundUpToGranules(segmentBytes),
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

    private static uint RoundUpToGranules(int bytes) =>
        ((uint)bytes + AddressSpace.GranuleBytes - 1) & ~(AddressSpace.GranuleBytes - 1);
}
