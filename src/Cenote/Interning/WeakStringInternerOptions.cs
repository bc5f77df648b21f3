namespace Cenote.Interning;

/// <summary>
/// What a <see cref="WeakStringInterner"/> can be told. It reads its options once, when it is made. There is no limit in bytes,
/// because the strings are not the interner's: they are there because something else refers to them.
/// </summary>
/// <example>
/// Long texts are not worth sharing:
/// <code>
/// var names = new WeakStringInterner(new WeakStringInternerOptions { Capacity = 10_000, MaximumLength = 100 });
/// string text = names.Intern(new string('x', 101));
/// Console.WriteLine(names.TryGet(text, out _));   // prints False
/// </code>
/// </example>
public sealed class WeakStringInternerOptions
{
    /// <summary>
    /// Strings to make room for from the start, at most 1.5 billion. 0 by default: the table grows as it needs to.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Chars of the longest text that is interned. A longer one is never kept: each call returns a string of its own, or the one
    /// it was given. No limit by default.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// Which texts are the same: <see cref="StringComparison.Ordinal"/>, the default, or
    /// <see cref="StringComparison.OrdinalIgnoreCase"/>, where the spelling that is alive stands for all.
    /// </summary>
    public StringComparison Comparison { get; set; } = StringComparison.Ordinal;

    /// <summary>
    /// The name under which the meter <c>Cenote</c> shows this interner, as its tag <c>cenote.interner.name</c>; those
    /// of one name are added up. Null, the default: it is not shown. Showing costs nothing until somebody observes.
    /// </summary>
    public string? MetricsName { get; set; }

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0, InternTable<WeakEntry>.MostCapacity);
        CommonThrow.IfOptionOutOfRange(MaximumLength, 1);
        CommonThrow.IfNameEmpty(MetricsName);
        Comparisons.Validate(Comparison, nameof(Comparison));
    }
}
