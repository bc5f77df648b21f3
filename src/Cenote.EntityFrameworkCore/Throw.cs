using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Cenote.EntityFrameworkCore;

/// <summary>Throw helpers of the package.</summary>
[StackTraceHidden]
internal static class Throw
{
    public static void IfChangesText(
        IStringInterner interner, [CallerArgumentExpression(nameof(interner))] string? parameter = null)
    {
        ArgumentNullException.ThrowIfNull(interner, parameter);
        if (interner.Comparison != StringComparison.Ordinal)
        {
            throw new ArgumentException(
                $"The interner compares with {interner.Comparison}, so it could return a string whose case differs from the "
                + "database's. Use an interner whose Comparison is StringComparison.Ordinal, and ignore case in comparisons.",
                parameter);
        }
    }

    [DoesNotReturn]
    public static string ChangedText(IStringInterner interner) =>
        throw new InvalidOperationException(
            $"{interner.GetType()} returned a string that differs from the one it was given. An IStringInterner whose Comparison "
            + "is Ordinal must return equal strings.");

    [DoesNotReturn]
    public static void NeedsReaderOfProvider(IReadOnlyProperty property, string method) =>
        throw new InvalidOperationException(
            $"UseStringInterning does not support this model: the provider reads {property.DeclaringType.DisplayName()}."
            + $"{property.Name} with {method}, which only the provider's reader has. Call IsInterned() on properties instead.");

    [DoesNotReturn]
    public static void NotText(IReadOnlyProperty property) =>
        throw new InvalidOperationException(
            $"{property.DeclaringType.DisplayName()}.{property.Name} is of type {property.ClrType.Name}, but only strings can be "
            + "interned. Remove the call of IsInterned.");

    [DoesNotReturn]
    public static void HasConverter(IReadOnlyProperty property) =>
        throw new InvalidOperationException(
            $"{property.DeclaringType.DisplayName()}.{property.Name} already has a value converter or conversion, and a property "
            + "can have only one. Intern in that converter: return BoundedStringInterner.Shared.Intern(text).");
}
