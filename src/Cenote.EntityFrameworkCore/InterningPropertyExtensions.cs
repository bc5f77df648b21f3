using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Cenote.EntityFrameworkCore;

/// <summary>
/// Interns the texts of some properties, wherever they are read: entities, owned and complex types, projections, JSON.
/// </summary>
/// <remarks>
/// <para>It is a value converter, <see cref="InternedStringConverter"/>. The database sees no difference, so it needs no
/// migration, and neither does a query: parameters and constants are converted to what they are. The property keeps all else
/// that the model sets, such as its comparers: change tracking compares as without it.</para>
/// <para>For properties that repeat, such as countries and states, and not for those that differ from row to row.</para>
/// </remarks>
/// <example>
/// Two rows, one string:
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
    /// <summary>Reads the property as strings of an interner.</summary>
    /// <typeparam name="TProperty">A string.</typeparam>
    /// <param name="property">The property.</param>
    /// <param name="interner">
    /// Where the strings come from; its <see cref="IStringInterner.Comparison"/> must be ordinal.
    /// <see cref="BoundedStringInterner.Shared"/> if none is given, and for compiled models, which know no other one. Models are
    /// kept by the type of their context, so it is that of the first context that makes the model.
    /// </param>
    /// <returns>The same property.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so it would return other texts than the
    /// database.</exception>
    /// <exception cref="InvalidOperationException">The property is no string, or has a value converter already.</exception>
    public static PropertyBuilder<TProperty> IsInterned<TProperty>(
        this PropertyBuilder<TProperty> property, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        SetConverter(property.Metadata, interner);
        return property;
    }

    /// <summary>Reads the property of a complex type as strings of an interner.</summary>
    /// <inheritdoc cref="IsInterned{TProperty}(PropertyBuilder{TProperty}, IStringInterner?)"/>
    public static ComplexTypePropertyBuilder<TProperty> IsInterned<TProperty>(
        this ComplexTypePropertyBuilder<TProperty> property, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        SetConverter(property.Metadata, interner);
        return property;
    }

    // Not by HasConversion, which removes the comparers of the property.
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
