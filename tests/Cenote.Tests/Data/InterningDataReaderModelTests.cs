using System.Data;
using System.Data.Common;
using Cenote.Data;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Data;

/// <summary>Random tables, read in random ways: an interning reader returns the same values as the wrapped reader.</summary>
public sealed class InterningDataReaderModelTests(ITestOutputHelper output)
{
    private static readonly Type[] s_types = [typeof(string), typeof(string), typeof(int), typeof(double), typeof(object)];

    [Fact]
    public async Task Random_tables_are_read_as_without_it()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int i = 0; i < RunSettings.Length(1_000); i++)
        {
            await CheckAsync(random);
        }
    }

    private static async Task CheckAsync(Random random)
    {
        DataTable[] tables = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => RandomTable(random))];
        string[] chosen = random.Next(3) == 0 ? [] : random.GetItems(ColumnsOf(tables[0]), random.Next(1, 4));
        IStringInterner interner = random.Next(3) switch
        {
            0 => new StringInterner(new StringInternerOptions { MaximumLength = 5 }),
            1 => new WeakStringInterner(),
            _ => new BoundedStringInterner(capacity: random.Next(1, 50)),
        };
        using DbDataReader plain = new DataTableReader(tables);
        using DbDataReader reader = new DataTableReader(tables).Interning(interner, chosen);
        for (int i = 0; i < tables.Length; i++)
        {
            await CheckResultAsync(plain, reader, ColumnsOf(tables[i]), chosen, interner, random);
            bool isLast = i == tables.Length - 1;
            Assert.Equal(!isLast, plain.NextResult());
            Assert.Equal(!isLast, random.Next(2) == 0 ? reader.NextResult() : await reader.NextResultAsync());
        }

        Array.ForEach(tables, table => table.Dispose());
    }

    // Named columns are interned in every result that has them, regardless of the previous result.
    private static async Task CheckResultAsync(
        DbDataReader plain, DbDataReader reader, string[] columns, string[] chosen, IStringInterner interner, Random random)
    {
        while (plain.Read())
        {
            Assert.True(random.Next(2) == 0 ? reader.Read() : await reader.ReadAsync());
            for (int step = 0; step < 10; step++)
            {
                int ordinal = random.Next(columns.Length);
                bool isChosen = chosen.Length == 0 || chosen.Contains(columns[ordinal], StringComparer.Ordinal);
                await CheckFieldAsync(plain, reader, ordinal, isChosen ? interner : null, random);
            }
        }

        Assert.False(reader.Read());
    }

    private static async Task CheckFieldAsync(
        DbDataReader plain, DbDataReader reader, int ordinal, IStringInterner? interner, Random random)
    {
        object expected = plain.GetValue(ordinal);
        object actual = random.Next(8) switch
        {
            0 => reader.GetValue(ordinal),
            1 => reader[ordinal],
            2 => reader[reader.GetName(ordinal)],
            3 => reader.GetProviderSpecificValue(ordinal),
            4 => AllOf(reader, ordinal),
            5 => await reader.GetFieldValueAsync<object>(ordinal),
            6 when expected is string => await reader.GetFieldValueAsync<string>(ordinal),
            _ => expected is string ? reader.GetString(ordinal) : reader.GetFieldValue<object>(ordinal),
        };
        Assert.Equal(expected, actual);
        Assert.Equal(
            plain.IsDBNull(ordinal), random.Next(2) == 0 ? reader.IsDBNull(ordinal) : await reader.IsDBNullAsync(ordinal));
        if (expected is string { Length: > 0 } text)
        {
            Assert.Same(interner?.TryIntern(text, out string? interned) == true ? interned : text, actual);
        }
    }

    // The field is read last, because a small interner contains only the most recent fields.
    private static object AllOf(DbDataReader reader, int ordinal)
    {
        var values = new object[reader.FieldCount];
        Assert.Equal(values.Length, reader.GetValues(values));
        Assert.Equal(values[ordinal], reader.GetValue(ordinal));
        return reader.GetValue(ordinal);
    }

    private static string[] ColumnsOf(DataTable table) =>
        [.. table.Columns.Cast<DataColumn>().Select(column => column.ColumnName)];

    private static DataTable RandomTable(Random random)
    {
        var table = new DataTable();
        for (int column = random.Next(1, 8); column > 0; column--)
        {
            table.Columns.Add($"Column {column}", s_types[random.Next(s_types.Length)]);
        }

        for (int row = random.Next(30); row > 0; row--)
        {
            table.Rows.Add([.. table.Columns.Cast<DataColumn>().Select(column => RandomValue(random, column.DataType))]);
        }

        return table;
    }

    private static object RandomValue(Random random, Type type)
    {
        if (random.Next(6) == 0)
        {
            return DBNull.Value;
        }

        return type switch
        {
            _ when type == typeof(int) => random.Next(10),
            _ when type == typeof(double) => random.NextDouble(),
            _ when type == typeof(object) && random.Next(2) == 0 => random.Next(10),
            _ => Texts.Random(random, random.Next(8)),
        };
    }
}
