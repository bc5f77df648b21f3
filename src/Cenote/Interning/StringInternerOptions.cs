namespace Cenote.Interning;

/// <summary>Options for a <see cref="StringInterner"/>. The constructor reads them once.</summary>
/// <example>
/// Ignore case; the casing that was added first is returned:
/// <code>
/// var headers = new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase });
/// headers.Intern("Content-Type");
/// Console.WriteLine(headers.Intern("content-type".AsSpan()));   // prints Content-Type
/// </code>
/// </example>
public sealed class StringInternerOptions
{
    /// <summary>
    /// Initial capacity of the table in strings, at most 1.5 billion. 0 by default: the table grows when needed.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Maximum managed bytes of all strings, headers included. Nothing is evicted: at the limit, <c>Intern</c> throws for a new
    /// string and <c>TryIntern</c> returns false, until strings are removed. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Maximum length of an interned string in chars. A longer one is not interned: <c>Intern</c> returns its string argument or
    /// a new string, and <c>TryIntern</c> returns false. No limit by default; set one for untrusted input.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// How strings are compared: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, which returns the casing that was added first.
    /// </summary>
    public StringComparison Comparison { get; set; } = StringComparison.Ordinal;

    /// <summary>
    /// The value of the tag <c>cenote.interner.name</c> for this interner in the meter <c>Cenote</c>. The metrics of interners
    /// with the same name are summed. Null, the default, disables the metrics. Metrics cost nothing until a listener observes the
    /// meter.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0, InternTable<StrongEntry>.MaxCapacity);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
