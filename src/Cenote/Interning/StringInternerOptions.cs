namespace Cenote.Interning;

/// <summary>What a <see cref="StringInterner"/> can be told. It reads its options once, when it is made.</summary>
/// <example>
/// The first spelling stands for all:
/// <code>
/// var headers = new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase });
/// headers.Intern("Content-Type");
/// Console.WriteLine(headers.Intern("content-type".AsSpan()));   // prints Content-Type
/// </code>
/// </example>
public sealed class StringInternerOptions
{
    /// <summary>
    /// Strings to make room for from the start, at most 1.5 billion. 0 by default: the table grows as it needs to.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Managed bytes of the strings that the interner holds at most, headers included. Nothing is evicted: until others are
    /// removed, <c>Intern</c> throws for a new text that does not fit, and <c>TryIntern</c> returns false. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Chars of the longest text that is interned. A longer one is never kept: each call returns a string of its own, or the one
    /// it was given. No limit by default; set one where texts come from outside.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// Which texts are the same: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, where the first spelling that comes stands for all.
    /// </summary>
    public StringComparison Comparison { get; set; } = StringComparison.Ordinal;

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this interner, as its tag <c>cenote.interner.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0, InternTable<StrongEntry>.MostCapacity);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
