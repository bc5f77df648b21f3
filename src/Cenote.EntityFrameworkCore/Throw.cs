using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Cenote.EntityFrameworkCore;

/// <summary>Every exception of the package.</summary>
[StackTraceHidden]
internal static class Throw
{
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
