using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Limits of a <see cref="ConcurrentStringPool"/>. The pool reads them once, when it is made.</summary>
/// <example>
/// A limit, at which allocation is refused:
/// <code>
/// using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 16 &lt;&lt; 20 });
/// Console.WriteLine(pool.TryAllocate("Dos Ojos", out _));                    // prints True
/// Console.WriteLine(pool.TryAllocate(new string('x', 16_000_000), out _));   // prints False
/// </code>
/// </example>
public sealed class ConcurrentStringPoolOptions
{
    // Cells can move from thread to thread, blocks of the block tier are for one at a time: so cells serve all but long strings.
    private const int SmallStringLength = SegmentedStringPoolOptions.MaximumSmallStringLength;

    /// <inheritdoc cref="SegmentedStringPoolOptions.MaximumBytes"/>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <inheritdoc cref="SegmentedStringPoolOptions.ReservedAddressBytes"/>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <inheritdoc cref="SegmentedStringPoolOptions.UseHugePages"/>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether the pool overwrites texts that end, as <see cref="SegmentedStringPoolOptions.ClearOnFree"/> says. Threads then
    /// free one at a time.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <inheritdoc cref="SegmentedStringPoolOptions.MinimumLength"/>
    public int MinimumLength { get; set; }

    /// <inheritdoc cref="SegmentedStringPoolOptions.ShortStrings"/>
    public ShortStrings ShortStrings { get; set; }

    internal SegmentedStringPoolOptions Heap => new()
    {
        SmallStringLength = SmallStringLength,
        MaximumBytes = MaximumBytes,
        ReservedAddressBytes = ReservedAddressBytes,
        UseHugePages = UseHugePages,
        ClearOnFree = ClearOnFree,
        MinimumLength = MinimumLength,
        ShortStrings = ShortStrings,
    };
}
