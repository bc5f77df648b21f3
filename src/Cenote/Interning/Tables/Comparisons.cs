namespace Cenote.Interning;

/// <summary>The comparisons that interners support.</summary>
internal static class Comparisons
{
    public static bool IgnoresCase(StringComparison comparison) => comparison == StringComparison.OrdinalIgnoreCase;

    public static void Validate(StringComparison comparison, string option)
    {
        if (comparison is not (StringComparison.Ordinal or StringComparison.OrdinalIgnoreCase))
        {
            CommonThrow.OptionNotDefined(comparison, "Ordinal or OrdinalIgnoreCase", option);
        }
    }
}
