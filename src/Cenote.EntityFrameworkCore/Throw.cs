using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Cenote.EntityFrameworkCore;

/// <summary>Every exception of the package.</summary>
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
                $"The interner compares by {interner.Comparison}, so it would return another spelling than that in the database. "
                + "Use an interner whose Comparison is StringComparison.Ordinal, and compare the strings without case.",
                parameter);
        }
    }

    [DoesNotReturn]
    public static string ChangedText(IStringInterner interner) =>
        throw new InvalidOperationException(
            $"{interner.GetType()} returned another text than the one that was read. An IStringInterner whose Comparison is "
            + "Ordinal must return equal texts.");

    [DoesNotReturn]
    public static void NeedsReaderOfProvider(IReadOnlyProperty property, string method) =>
        throw new InvalidOperationException(
            $"UseStringInterning cannot be used with this model: the provider reads {property.DeclaringType.DisplayName()}."
            + $"{property.Name} by {method}, which only its own reader has. Call IsInterned() on the properties to intern.");

    [DoesNotReturn]
    public static void NotText(IReadOnlyProperty property) =>
        throw new InvalidOperationException(
            $"{property.DeclaringType.DisplayName()}.{property.Name} is a {property.ClrType.Name}. Only strings can be interned.");

    [DoesNotReturn]
    public static void HasConverter(IReadOnlyProperty property) =>
        throw new InvalidOperationException(
            $"{property.DeclaringType.DisplayName()}.{property.Name} has a value converter already, and a property has only one. "
            + "Intern what that one returns: BoundedStringInterner.Shared.Intern(text).");
}
