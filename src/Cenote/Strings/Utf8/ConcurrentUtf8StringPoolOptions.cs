using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Limits of a <see cref="ConcurrentUtf8StringPool"/>. The pool reads them once, when it is made.</summary>
/// <example>
/// For thousands of pools at once, fewer addresses each:
/// <code>
/// var options = new ConcurrentUtf8StringPoolOptions { ReservedAddressBytes = 1 &lt;&lt; 30, MaximumBytes = 256 &lt;&lt; 20 };
/// using var pool = new ConcurrentUtf8StringPool(options);
/// Console.WriteLine(pool.Allocate("Dos Ojos"u8));   // prints Dos Ojos
/// </code>
/// </example>
public sealed class ConcurrentUtf8StringPoolOptions
{
    /// <inheritdoc cref="SegmentedStringPoolOptions.MaximumBytes"/>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <inheritdoc cref="SegmentedStringPoolOptions.ReservedAddressBytes"/>
    public long ReservedAddressBytes { get; set; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <inheritdoc cref="SegmentedStringPoolOptions.UseHugePages"/>
    public bool UseHugePages { get; set; }

    /// <inheritdoc cref="ConcurrentStringPoolOptions.ClearOnFree"/>
    public bool ClearOnFree { get; set; }

    internal HeapSizes Validate()
    {
        // The same heap as that of the other concurrent pool.
        var options = new ConcurrentStringPoolOptions
        {
            MaximumBytes = MaximumBytes,
            ReservedAddressBytes = ReservedAddressBytes,
            UseHugePages = UseHugePages,
            ClearOnFree = ClearOnFree,
        };
        return options.Heap.Validate();
    }
}
