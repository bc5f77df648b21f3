using Cenote.Interning;
using Microsoft.EntityFrameworkCore;

namespace Cenote.EntityFrameworkCore;

/// <summary>Interns the strings that a context's queries read.</summary>
/// <remarks>
/// <para>The reader of each query is wrapped in an interning one. So all columns of a query are covered, and the model does not
/// change. Commands that save, migrate or update in bulk keep the provider's reader.</para>
/// <para>Columns whose values rarely repeat are skipped after a few thousand rows of a result. The default interner is bounded.
/// If the model has values that only the provider's own reader can read, such as spatial types of SQL Server, queries throw
/// <see cref="InvalidOperationException"/>. Call <c>IsInterned</c> on the properties whose values repeat instead.</para>
/// </remarks>
/// <example>
/// Intern the strings of every query of a context:
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
    /// <summary>Interns the strings that the context's queries return.</summary>
    /// <param name="optionsBuilder">The options of the context.</param>
    /// <param name="interner">
    /// The interner; null for <see cref="BoundedStringInterner.Shared"/>. Its <see cref="IStringInterner.Comparison"/> must be
    /// ordinal. Strings beyond its limits are returned as they were read. If this method is called several times, the last
    /// interner determines the returned strings.
    /// </param>
    /// <returns>The same options.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="optionsBuilder"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The interner ignores case, so it could return strings that differ from those in the database.
    /// </exception>
    public static DbContextOptionsBuilder UseStringInterning(
        this DbContextOptionsBuilder optionsBuilder, IStringInterner? interner = null)
    {
        ArgumentNullException.ThrowIfNull(optionsBuilder);
        interner ??= BoundedStringInterner.Shared;
        Throw.IfChangesText(interner);
        return optionsBuilder.AddInterceptors(new InterningInterceptor(interner));
    }

    /// <typeparam name="TContext">The type of the context.</typeparam>
    /// <inheritdoc cref="UseStringInterning(DbContextOptionsBuilder, IStringInterner?)"/>
    public static DbContextOptionsBuilder<TContext> UseStringInterning<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder, IStringInterner? interner = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseStringInterning((DbContextOptionsBuilder)optionsBuilder, interner);
}
