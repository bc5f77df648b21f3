using Cenote.Memory.Contiguous;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Sizes and limits of an <see cref="UnmanagedStringPool"/>. The pool reads them once, on creation.</summary>
/// <example>
/// A block that never grows:
/// <code>
/// var options = new UnmanagedStringPoolOptions { InitialCapacityChars = 1_000, AllowGrowth = false };
/// using var pool = new UnmanagedStringPool(options);
/// Console.WriteLine(pool.TryAllocate(new string('x', 2_000), out _));   // prints False
/// </code>
/// </example>
public sealed class UnmanagedStringPoolOptions : StringPoolOptions
{
    /// <summary>
    /// The length in chars of the longest string that fits into the pool before it grows, from 1 to
    /// <see cref="UnmanagedStringPool.MaximumLength"/>. Each further string takes 8 bytes more than its chars, rounded up to a
    /// multiple of 8 bytes. 4,096 by default.
    /// </summary>
    public int InitialCapacityChars { get; set; } = 4_096;

    /// <summary>
    /// Whether the pool grows when it is full; see <see cref="UnmanagedStringPool.AllowGrowth"/>. On by default.
    /// </summary>
    public bool AllowGrowth { get; set; } = true;

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(InitialCapacityChars, 1, UnmanagedStringPool.MaximumLength);
        ValidateCommon();
    }

    internal ContiguousMemory CreateMemory(PageSource pages) => new(pages)
    {
        MaximumBytes = MaximumBytes,

        // 0 is the default in 32-bit processes, whose pools reserve as much address space as they can get.
        MaximumAddresses = ReservedAddressBytes == 0 && !Environment.Is64BitProcess ? long.MaxValue : ReservedAddressBytes,
    };
}
