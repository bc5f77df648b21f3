namespace Cenote.Interning;

/// <summary>What an interner can be told. It reads its options once, when it is made.</summary>
public class StringInternerOptions
{
    /// <summary>Strings to make room for from the start. 0 by default: the table grows as it needs to.</summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Chars of the longest text that is interned. A longer one is never kept: each call returns a string of its own, or the one it was given. No limit
    /// by default; set one where texts come from outside.
    /// </summary>
    public int MaximumLength { get; set; } = int.MaxValue;

    /// <summary>
    /// Which texts are the same: <see cref="StringComparison.Ordinal"/>, the default, or <see cref="StringComparison.OrdinalIgnoreCase"/>, where the
    /// first spelling that comes stands for all.
    /// </summary>
    public StringComparison Comparison { get; set; } = StringComparison.Ordinal;

    internal virtual void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Capacity);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaximumLength, 1);
        if (Comparison is not (StringComparison.Ordinal or StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentOutOfRangeException(nameof(Comparison), Comparison, "Set Ordinal or OrdinalIgnoreCase.");
        }
    }
}
