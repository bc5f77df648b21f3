using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>
/// Limits of a <see cref="ConcurrentStringPool"/> or <see cref="ConcurrentUtf8StringPool"/>. The pool reads them once, on
/// creation.
/// </summary>
/// <remarks>With <see cref="StringPoolOptions.ClearOnFree"/>, only one thread at a time can free strings.</remarks>
/// <example>
/// A pool with a memory limit:
/// <code>
/// using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 16 &lt;&lt; 20 });
/// Console.WriteLine(pool.TryAllocate("Dos Ojos", out _));                    // prints True
/// Console.WriteLine(pool.TryAllocate(new string('x', 16_000_000), out _));   // prints False
/// </code>
/// </example>
public sealed class ConcurrentStringPoolOptions : StringPoolOptions
{
    // The block tier serves one thread at a time, whereas cells can move between threads. So only long strings go to blocks.
    internal HeapSizes Validate() => ValidatedSizes(SegmentedStringPoolOptions.MaximumSmallStringLength * sizeof(char));
}
