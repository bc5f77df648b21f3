using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>Limits of a <see cref="ConcurrentUtf8StringPool"/>. The pool reads them once, on creation.</summary>
/// <remarks>With <see cref="StringPoolOptions.ClearOnFree"/> threads free one at a time.</remarks>
/// <example>
/// Fewer addresses per pool, for thousands of pools at once:
/// <code>
/// var options = new ConcurrentUtf8StringPoolOptions { ReservedAddressBytes = 1 &lt;&lt; 30, MaximumBytes = 256 &lt;&lt; 20 };
/// using var pool = new ConcurrentUtf8StringPool(options);
/// Console.WriteLine(pool.Allocate("Dos Ojos"u8));   // prints Dos Ojos
/// </code>
/// </example>
public sealed class ConcurrentUtf8StringPoolOptions : StringPoolOptions
{
    internal HeapSizes Validate() => ValidatedSizes(Utf8StringPoolOptions.MaximumSmallStringBytes);
}
