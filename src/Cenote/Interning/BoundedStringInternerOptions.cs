namespace Cenote.Interning;

/// <summary>Options for a <see cref="BoundedStringInterner"/>. The constructor reads them once.</summary>
/// <example>
/// Intern no string longer than 200 chars, and at most 64 KiB of strings:
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
    /// The maximum number of strings, at least 1; 2,048 by default. The table is allocated up front and takes 12 bytes per string
    /// of the capacity.
    /// </summary>
    public int Capacity { get; set; } = 2_048;

    /// <summary>
    /// Maximum managed bytes of all strings, headers included. A single string that exceeds the limit is not interned. No limit
    /// by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Maximum length of an interned string in chars. A longer one is not interned: <c>Intern</c> returns its string argument or
    /// a new string, and <c>TryIntern</c> returns false. No limit by default.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// How strings are compared: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, which returns the casing that was added first, until it is evicted.
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
        CommonThrow.IfOptionOutOfRange(Capacity, 1);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
