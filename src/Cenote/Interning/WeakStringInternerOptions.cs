namespace Cenote.Interning;

/// <summary>
/// Options for a <see cref="WeakStringInterner"/>. The constructor reads them once. There is no limit in bytes, because the
/// interner does not keep strings alive.
/// </summary>
/// <example>
/// Do not intern long strings:
/// <code>
/// var names = new WeakStringInterner(new WeakStringInternerOptions { Capacity = 10_000, MaximumLength = 100 });
/// string text = names.Intern(new string('x', 101));
/// Console.WriteLine(names.TryGet(text, out _));   // prints False
/// </code>
/// </example>
public sealed class WeakStringInternerOptions
{
    /// <summary>
    /// Initial capacity of the table in strings, at most 1.5 billion. 0 by default: the table grows when needed.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Maximum length of an interned string in chars. A longer one is not interned: <c>Intern</c> returns its string argument or
    /// a new string, and <c>TryIntern</c> returns false. No limit by default.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// How strings are compared: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, which returns the casing of the instance that is alive.
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
        CommonThrow.IfOptionOutOfRange(Capacity, 0, InternTable<WeakEntry>.MaxCapacity);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
