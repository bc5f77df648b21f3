using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>Limits of a <see cref="ConcurrentStringPool"/>. The pool reads them once, when it is made.</summary>
/// <remarks>With <see cref="StringPoolOptions.ClearOnFree"/> threads free one at a time.</remarks>
/// <example>
/// A limit, at which allocation is refused:
/// <code>
/// using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 16 &lt;&lt; 20 });
/// Console.WriteLine(pool.TryAllocate("Dos Ojos", out _));                    // prints True
/// Console.WriteLine(pool.TryAllocate(new string('x', 16_000_000), out _));   // prints False
/// </code>
/// </example>
public sealed class ConcurrentStringPoolOptions : StringPoolOptions
{
    // Cells can move from thread to thread, blocks of the block tier are for one at a time: so cells serve all but long strings.
    internal HeapSizes Validate() => ValidatedSizes(SegmentedStringPoolOptions.MaximumSmallStringLength * sizeof(char));
}
