using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Cenote.EntityFrameworkCore;

/// <summary>
/// Interns the strings of selected properties in entities, owned and complex types, projections and JSON columns.
/// </summary>
/// <remarks>
/// <para><c>IsInterned</c> sets a value converter, <see cref="InternedStringConverter"/>, that changes neither stored values nor
/// SQL. So no migration is needed, and parameters and constants of queries are unchanged. The property keeps its other settings
/// in the model, such as its comparers: change tracking works as before.</para>
/// <para>Use the converter for properties whose values repeat, such as countries and states, not for those whose values differ
/// from row to row.</para>
/// </remarks>
/// <example>
/// Two rows share one string:
/// <code>
/// using Cenote.EntityFrameworkCore;
/// using Microsoft.EntityFrameworkCore;
///
/// using var context = new Stations();
/// context.Database.OpenConnection();
/// context.Database.EnsureCreated();
/// context.Database.ExecuteSqlRaw("INSERT INTO \"All\" VALUES (1, 'Yucatán'), (2, 'Yucatán')");
/// List&lt;Station> stations = context.All.ToList();
/// Console.WriteLine(ReferenceEquals(stations[0].State, stations[1].State));   // prints True
///
/// class Station { public int Id { get; set; } public required string State { get; set; } }
///
/// class Stations : DbContext
/// {
///     public DbSet&lt;Station> All => Set&lt;Station>();
///     protected override void OnConfiguring(DbContextOptionsBuilder options) => options.UseSqlite("Data Source=:memory:");
///     protected override void OnModelCreating(ModelBuilder model) =>
///         model.Entity&lt;Station>().Property(station => station.State).IsInterned();
/// }
/// </code>
/// </example>
public static class InterningPropertyExtensions
{
    /// <summary>Interns the strings of the property when they are read.</summary>
    /// <typeparam name="TProperty">The type of the property, which must be string.</typeparam>
    /// <param name="property">The property.</param>
    /// <param name="interner">
    /// The interner; its <see cref="IStringInterner.Comparison"/> must be ordinal. If null,
    /// <see cref="BoundedStringInterner.Shared"/> is used, the only interner that a compiled model supports. EF Core caches a
    /// model per context type, so all contexts of that type use the interner of the context that created the model.
    /// </param>
    /// <returns>The same property.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The interner ignores case, so it could return strings that differ from those in the database.
    /// </exception>
    /// <exception cref="InvalidOperationException">The property is not a string, or has another value converter or conversion.
    /// </exception>
    public static PropertyBuilder<TProperty> IsInterned<TProperty>(
        this PropertyBuilder<TProperty> property, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        SetConverter(property.Metadata, interner);
        return property;
    }

    /// <summary>Interns the strings of the property of a complex type when they are read.</summary>
    /// <inheritdoc cref="IsInterned{TProperty}(PropertyBuilder{TProperty}, IStringInterner?)"/>
    public static ComplexTypePropertyBuilder<TProperty> IsInterned<TProperty>(
        this ComplexTypePropertyBuilder<TProperty> property, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        SetConverter(property.Metadata, interner);
        return property;
    }

    // HasConversion is not used, because it removes the comparers of the property.
    private static void SetConverter(IMutableProperty property, IStringInterner? interner)
    {
        if (property.ClrType != typeof(string))
        {
            Throw.NotText(property);
        }

        if (property.GetValueConverter() is not (null or InternedStringConverter) || property.GetProviderClrType() is not null)
        {
            Throw.HasConverter(property);
        }

        property.SetValueConverter(interner is null ? new InternedStringConverter() : new InternedStringConverter(interner));
    }
}
