using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Base class for the options of all string pools. A pool reads its options once, on creation.</summary>
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
    /// Maximum unmanaged bytes of the pool, as reported by <c>BytesReserved</c>. An allocation beyond the limit throws
    /// <see cref="OutOfMemoryException"/> and leaves the pool unchanged; <c>TryAllocate</c> returns false. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Bytes of address space, not of memory, that the pool reserves to find strings without a table. By default, 32 GiB in
    /// 64-bit processes (4 GiB on macOS), and 0 in 32-bit processes. Set a lower value for thousands of simultaneous pools, or if
    /// address space is limited. Strings outside this space are found through a table, so reading and freeing them is slower. 0
    /// reserves nothing. Rounded down to a multiple of 64 KiB, at most 32 GiB. A new pool can reuse the address space of a
    /// disposed one only if this value is the same.
    /// </summary>
    /// <remarks>
    /// The block of an <see cref="UnmanagedStringPool"/> is never found through a table. The block's maximum size is half of the
    /// reserved address space, at most 2 GiB, or its initial capacity if that is larger.
    /// </remarks>
    public long ReservedAddressBytes { get; set; } = AddressSpace.DefaultReservation;

    /// <summary>
    /// Whether to overwrite strings with zeros when they are freed, or when the pool is cleared or disposed. Use it for secrets.
    /// Compaction also overwrites a string's former location. Freeing is slower. Off by default.
    /// </summary>
    /// <remarks>
    /// Only the pool's memory is cleared, not the sources and managed copies of a string, nor the buffers in which interpolated
    /// strings are formatted. Dispose the pool: a finalizer releases its memory without overwriting it.
    /// Strings that are kept managed (<see cref="ShortStrings.Managed"/>) are not overwritten.
    /// </remarks>
    public bool ClearOnFree { get; set; }

    /// <summary>
    /// The length below which <see cref="ShortStrings"/> applies, in chars, or in bytes in a UTF-8 pool. 0 by default. The empty
    /// string is always allowed.
    /// </summary>
    public int MinimumLength { get; set; }

    /// <summary>
    /// How to treat strings shorter than <see cref="MinimumLength"/>. <see cref="ShortStrings.Allow"/> by default.
    /// </summary>
    public ShortStrings ShortStrings { get; set; }

    /// <summary>
    /// The name of the pool in the meter <c>Cenote</c>: the value of the tag <c>cenote.pool.name</c>. The metrics of pools with
    /// the same name are summed. If null (the default), the pool is not reported. Reporting costs nothing until a listener
    /// observes the meter.
    /// </summary>
    public string? MetricsName { get; set; }

    /// <summary>The length below which strings are not pooled; 0 if all strings are pooled.</summary>
    internal int MinPooledLength => ShortStrings == ShortStrings.Allow ? 0 : MinimumLength;

    /// <summary>The validated sizes of a heap of slabs and segments.</summary>
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
