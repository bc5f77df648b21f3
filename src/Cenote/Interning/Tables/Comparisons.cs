namespace Cenote.Interning;

/// <summary>The comparisons that interners know.</summary>
internal static class Comparisons
{
    public static bool IgnoresCase(StringComparison comparison) => comparison == StringComparison.OrdinalIgnoreCase;

    public static void Validate(StringComparison comparison, string parameter)
    {
        if (comparison is not (StringComparison.Ordinal or StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentOutOfRangeException(parameter, comparison, "Set Ordinal or OrdinalIgnoreCase.");
        }
    }
}
