using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Cenote.EntityFrameworkCore;

/// <summary>
/// A value converter that interns strings when they are read and writes them unchanged. <c>IsInterned</c> sets it on a property.
/// </summary>
/// <remarks>NULL is read as null. Thread-safe.</remarks>
/// <example>
/// Convert every string of a model, in <c>ConfigureConventions</c>. Use this only if the values of all string columns repeat:
/// <code>
/// using Cenote.EntityFrameworkCore;
/// using Microsoft.EntityFrameworkCore;
///
/// using var context = new Stations();
/// Console.WriteLine(context.Model.FindEntityType(typeof(Station))!.FindProperty("State")!.GetValueConverter()!.GetType().Name);
/// // prints InternedStringConverter
///
/// class Station { public int Id { get; set; } public required string State { get; set; } }
///
/// class Stations : DbContext
/// {
///     public DbSet&lt;Station> All => Set&lt;Station>();
///     protected override void OnConfiguring(DbContextOptionsBuilder options) => options.UseSqlite("Data Source=:memory:");
///     protected override void ConfigureConventions(ModelConfigurationBuilder model) =>
///         model.Properties&lt;string>().HaveConversion&lt;InternedStringConverter>();
/// }
/// </code>
/// </example>
public sealed class InternedStringConverter : ValueConverter<string, string>
{
    /// <summary>Creates a converter that uses <see cref="BoundedStringInterner.Shared"/>.</summary>
    public InternedStringConverter()
        : base(text => text, text => BoundedStringInterner.Shared.Intern(text))
    {
    }

    /// <summary>Creates a converter that uses a given interner. Such a converter cannot be part of a compiled model.</summary>
    /// <param name="interner">
    /// The interner; its <see cref="IStringInterner.Comparison"/> must be ordinal. Strings beyond its limits are returned as they
    /// were read.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The interner ignores case, so it could return strings that differ from those in the database.
    /// </exception>
    public InternedStringConverter(IStringInterner interner)
        : base(text => text, text => Read(interner, text)) =>
        Throw.IfChangesText(interner);

    private static string Read(IStringInterner interner, string text)
    {
        if (!interner.TryIntern(text, out string? interned))
        {
            return text;
        }

        return string.Equals(interned, text, StringComparison.Ordinal) ? interned : Throw.ChangedText(interner);
    }
}
