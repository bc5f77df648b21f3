using Cenote.Interning;
using Microsoft.EntityFrameworkCore;

namespace Cenote.EntityFrameworkCore;

/// <summary>Interns every text that the queries of a context read.</summary>
/// <remarks>
/// <para>The reader of each query is put behind one that interns, so it works for all that a query returns, and changes nothing
/// in the model. Commands that save, migrate, or update in bulk keep the reader of their provider.</para>
/// <para>Columns whose texts differ from row to row are left alone after some thousand rows of a result, and by default the
/// interner is bounded. Where the provider reads values by methods that only its own reader has, as that of SQL Server does for
/// spatial types, call <c>IsInterned</c> on the properties that repeat.</para>
/// </remarks>
/// <example>
/// Every query of a context:
/// <code>
/// using Cenote.EntityFrameworkCore;
/// using Microsoft.EntityFrameworkCore;
///
/// DbContextOptions options = new DbContextOptionsBuilder().UseSqlite("Data Source=:memory:").UseStringInterning().Options;
/// using var context = new DbContext(options);
/// List&lt;string> states = context.Database.SqlQueryRaw&lt;string>("SELECT 'Yucatán' UNION ALL SELECT 'Yucatán'").ToList();
/// Console.WriteLine(ReferenceEquals(states[0], states[1]));   // prints True
/// </code>
/// </example>
public static class InterningOptionsExtensions
{
    /// <summary>Lets the queries of the context return strings of an interner.</summary>
    /// <param name="optionsBuilder">The options of the context.</param>
    /// <param name="interner">
    /// Where the strings come from; <see cref="BoundedStringInterner.Shared"/> if none is given. Its
    /// <see cref="IStringInterner.Comparison"/> must be ordinal. Texts beyond its limits keep the string that was read. Of
    /// several calls, the strings of the last one are returned.
    /// </param>
    /// <returns>The same options.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="optionsBuilder"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so it would return other texts than the
    /// database.</exception>
    public static DbContextOptionsBuilder UseStringInterning(
        this DbContextOptionsBuilder optionsBuilder, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(optionsBuilder);
        interner ??= BoundedStringInterner.Shared;
        Throw.IfChangesText(interner);
        return optionsBuilder.AddInterceptors(new InterningInterceptor(interner));
    }

    /// <typeparam name="TContext">The context.</typeparam>
    /// <inheritdoc cref="UseStringInterning(DbContextOptionsBuilder, IStringInterner?)"/>
    public static DbContextOptionsBuilder<TContext> UseStringInterning<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder, IStringInterner? interner = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseStringInterning((DbContextOptionsBuilder)optionsBuilder, interner);
}
