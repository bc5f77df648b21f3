using System.Data.Common;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Cenote.EntityFrameworkCore;

/// <summary>
/// Rejects models with values that only the provider's reader can read, because their queries would fail with an unclear cast
/// error.
/// </summary>
internal static class ProviderReaders
{
    private static readonly ConditionalWeakTable<IModel, Finding> s_findings = new();

    /// <exception cref="InvalidOperationException">The model has a property that only the provider's reader can read.</exception>
    public static void Reject(IModel model)
    {
        if (s_findings.GetValue(model, static model => Find(model)) is { Property: { } property, Method: { } method })
        {
            Throw.NeedsReaderOfProvider(property, $"{method.DeclaringType!.Name}.{method.Name}");
        }
    }

    private static Finding Find(IModel model)
    {
        IEnumerable<Finding> findings =
            from type in model.GetEntityTypes()
            from property in type.GetFlattenedProperties()
            let method = property.FindRelationalTypeMapping()?.GetDataReaderMethod()
            where method is not null && !method.DeclaringType!.IsAssignableFrom(typeof(DbDataReader))
            select new Finding(property, method);
        return findings.FirstOrDefault() ?? new Finding(null, null);
    }

    private sealed record Finding(IProperty? Property, MethodInfo? Method);
}
