using System.Data.Common;
using Cenote.Interning;

namespace Cenote.Data;

/// <summary>Lets a <see cref="DbDataReader"/> return one string for each of the texts that come again and again.</summary>
/// <remarks>
/// <para>The database's reader makes a string for each field, as before; what is kept of them is one string for each text, and
/// the others die young. So rows that stay take less memory, and rows that are dropped at once gain nothing.</para>
/// <para>Name the columns that repeat: they are interned in every row. Without names every column is tried, and left alone for
/// the rest of the result once less than a fifth of its texts are found, some thousands of rows later if it has keys or names.
/// Columns with secrets are best not interned at all, because texts stay in the interner after their row is gone.</para>
/// <para>Values that are not strings are passed on as they are, and so is all else that a reader can do: schema, further results,
/// streams, <c>GetChars</c>, an enumerator that closes the reader at the end. It is safe for one thread at a time, as the reader
/// behind it.</para>
/// </remarks>
/// <example>
/// A table of which two columns repeat:
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
    /// <summary>The same rows, with strings of <see cref="BoundedStringInterner.Shared"/>.</summary>
    /// <param name="reader">An open reader, which the returned one closes and disposes when it is itself.</param>
    /// <param name="columns">
    /// The columns to intern, by name, as in the result; upper and lower case count only where two differ in nothing else. None
    /// for every column that turns out to repeat. In further results of the reader, columns of these names are interned too, and
    /// names that are not there are passed over.
    /// </param>
    /// <returns>A reader to use in place of <paramref name="reader"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    /// <exception cref="ArgumentException">The result has no column of a name, which the message lists. The reader is
    /// disposed then, as after any other exception from here: nobody else could do it.</exception>
    public static DbDataReader Interning(this DbDataReader reader, params ReadOnlySpan<string> columns) =>
        Interning(reader, BoundedStringInterner.Shared, columns);

    /// <summary>The same rows, with strings of an interner.</summary>
    /// <param name="reader">An open reader, which the returned one closes and disposes when it is itself.</param>
    /// <param name="interner">
    /// Where the strings come from; its <see cref="IStringInterner.Comparison"/> must be ordinal. A text that is beyond its
    /// limits gets the string that the reader made.
    /// </param>
    /// <param name="columns">As in <see cref="Interning(DbDataReader, ReadOnlySpan{string})"/>.</param>
    /// <returns>A reader to use in place of <paramref name="reader"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> or <paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">The result has no column of that name (the message lists the columns), or the interner
    /// ignores case. The reader is disposed, as after every exception of this method.
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
            // In command.ExecuteReader().Interning("Country") nobody else has it, and it may lock what it reads.
            reader.Dispose();
            throw;
        }
    }
}
