using System.Data.Common;
using Cenote.Interning;

namespace Cenote.Data;

/// <summary>Interns the strings that a <see cref="DbDataReader"/> returns, so that repeated values share one instance.</summary>
/// <remarks>
/// <para>The database's reader still allocates a string per field, but duplicates become garbage at once. So rows that are kept
/// take less memory; rows that are dropped at once do not benefit.</para>
/// <para>Name the columns whose values repeat: they are interned in every row. Without names, every column is tried. Columns in
/// which less than a fifth of the strings repeat, such as keys or names, are skipped after a few thousand rows, for the rest of
/// the result. Do not intern columns with secrets, because strings stay in the interner after their row is dropped.</para>
/// <para>Values that are not strings are returned unchanged. All other features of the reader work as before: schema, further
/// results, streams, <c>GetChars</c>, and an enumerator that closes the reader at the end. Like the inner reader, the returned
/// reader is not thread-safe.</para>
/// </remarks>
/// <example>
/// Intern a column with repeated values:
/// <code>
/// using var table = new System.Data.DataTable();
/// table.Columns.Add("Name", typeof(string));
/// table.Columns.Add("Country", typeof(string));
/// table.Rows.Add("Ana", new string("Mexico"));
/// table.Rows.Add("Luis", new string("Mexico"));
///
/// List&lt;string> countries = [];
/// using var reader = table.CreateDataReader().Interning("Country");
/// while (reader.Read())
/// {
///     countries.Add(reader.GetString(1));
/// }
///
/// Console.WriteLine(ReferenceEquals(countries[0], countries[1]));   // prints True
/// </code>
/// </example>
public static class InterningDataReaderExtensions
{
    /// <summary>Wraps a reader and interns its strings in <see cref="BoundedStringInterner.Shared"/>.</summary>
    /// <param name="reader">An open reader. Closing or disposing the returned reader also closes or disposes this one.</param>
    /// <param name="columns">
    /// The names of the columns to intern. Case matters only if two column names differ only in case. Without names, every column
    /// whose strings repeat is interned. In further results of the reader, columns with these names are interned too, and missing
    /// ones are ignored.
    /// </param>
    /// <returns>A reader to use instead of <paramref name="reader"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// A name is null, or matches no column of the result; the message then lists the columns. The reader is then disposed, as
    /// after any exception that this method throws, because the caller may have no reference to it.
    /// </exception>
    public static DbDataReader Interning(this DbDataReader reader, params ReadOnlySpan<string> columns) =>
        Interning(reader, BoundedStringInterner.Shared, columns);

    /// <summary>Wraps a reader and interns its strings in a given interner.</summary>
    /// <param name="reader">An open reader. Closing or disposing the returned reader also closes or disposes this one.</param>
    /// <param name="interner">
    /// The interner; its <see cref="IStringInterner.Comparison"/> must be ordinal. A string that exceeds the interner's limits is
    /// returned as allocated by the inner reader.
    /// </param>
    /// <param name="columns">As in <see cref="Interning(DbDataReader, ReadOnlySpan{string})"/>.</param>
    /// <returns>A reader to use instead of <paramref name="reader"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> or <paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">A name is null or matches no column of the result (the message lists the columns), or
    /// the interner ignores case. The reader is disposed, as after every exception that this method throws.
    /// </exception>
    public static DbDataReader Interning(
        this DbDataReader reader, IStringInterner interner, params ReadOnlySpan<string> columns)
    {
        ArgumentNullException.ThrowIfNull(reader);
        try
        {
            var exact = new ExactInterner(interner);
            return new InterningDataReader(reader, exact, columns.IsEmpty ? null : new ColumnChoice(reader, columns));
        }
        catch
        {
            // In command.ExecuteReader().Interning("Country") the caller has no reference to the reader, which may hold locks.
            reader.Dispose();
            throw;
        }
    }
}
