using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Cenote.EntityFrameworkCore;

/// <summary>
/// Keeps strings in the database as they are, and reads them as strings of an interner. <c>IsInterned</c> puts it to a property.
/// </summary>
/// <remarks>NULL is read as null. Safe for any number of threads.</remarks>
/// <example>
/// For every string of a model, in <c>ConfigureConventions</c>; only if no column has texts that differ from row to row:
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
    /// <summary>A converter with the strings of <see cref="BoundedStringInterner.Shared"/>.</summary>
    public InternedStringConverter()
        : base(text => text, text => BoundedStringInterner.Shared.Intern(text))
    {
    }

    /// <summary>A converter with the strings of an interner. It cannot be part of a compiled model.</summary>
    /// <param name="interner">
    /// Where the strings come from; its <see cref="IStringInterner.Comparison"/> must be ordinal. Texts beyond its limits keep
    /// the string that was read.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so it would return other texts than the
    /// database.</exception>
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
