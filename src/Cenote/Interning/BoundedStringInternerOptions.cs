namespace Cenote.Interning;

/// <summary>What a <see cref="BoundedStringInterner"/> can be told. It reads its options once, when it is made.</summary>
/// <example>
/// No text of more than 200 chars, and 64 KiB of strings in all:
/// <code>
/// var options = new BoundedStringInternerOptions { MaximumLength = 200, MaximumBytes = 65_536 };
/// var agents = new BoundedStringInterner(options);
/// agents.Intern(new string('x', 201));
/// agents.Intern("curl/8.5");
/// Console.WriteLine(agents.Count);   // prints 1
/// </code>
/// </example>
public sealed class BoundedStringInternerOptions
{
    /// <summary>
    /// The most strings the interner holds. At least 1; 2,048 by default. Room for all of them is made at once, 12 bytes each.
    /// </summary>
    public int Capacity { get; set; } = 2_048;

    /// <summary>
    /// Managed bytes of the strings that the interner holds at most, headers included. A single string that exceeds it is not
    /// kept. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Chars of the longest text that is interned. A longer one is never kept: each call returns a string of its own, or the one
    /// it was given. No limit by default.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// Which texts are the same: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, where the first spelling that comes stands for all as long as it is
    /// held.
    /// </summary>
    public StringComparison Comparison { get; set; } = StringComparison.Ordinal;

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this interner, as its tag <c>cenote.interner.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 1);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
