using System.Data;
using System.Data.Common;
using Cenote.Data;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Data;

/// <summary>Random tables, read in random ways: an interning reader says what the reader behind it would.</summary>
public sealed class InterningDataReaderModelTests(ITestOutputHelper output)
{
    private static readonly Type[] s_types = [typeof(string), typeof(string), typeof(int), typeof(double), typeof(object)];

    [Fact]
    public void Random_tables_are_read_as_without_it()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int i = 0; i < RunSettings.Length(1_000); i++)
        {
            Check(random);
        }
    }

    private static void Check(Random random)
    {
        using DataTable table = RandomTable(random);
        string[] columns = [.. table.Columns.Cast<DataColumn>().Select(column => column.ColumnName)];
        string[] chosen = random.Next(3) == 0 ? [] : random.GetItems(columns, random.Next(1, 4));
        IStringInterner interner = random.Next(3) switch
        {
            0 => new StringInterner(new StringInternerOptions { MaximumLength = 5 }),
            1 => new WeakStringInterner(),
            _ => new BoundedStringInterner(capacity: random.Next(1, 50)),
        };
        using DbDataReader plain = table.CreateDataReader();
        using DbDataReader reader = table.CreateDataReader().Interning(interner, chosen);
        while (plain.Read())
        {
            Assert.True(reader.Read());
            for (int step = 0; step < 10; step++)
            {
                int ordinal = random.Next(columns.Length);
                bool isChosen = chosen.Length == 0 || chosen.Contains(columns[ordinal], StringComparer.Ordinal);
                CheckField(plain, reader, ordinal, columns[ordinal], isChosen, random);
            }
        }

        Assert.False(reader.Read());
    }

    private static void CheckField(
        DbDataReader plain, DbDataReader reader, int ordinal, string name, bool isChosen, Random random)
    {
        object expected = plain.GetValue(ordinal);
        object actual = random.Next(6) switch
        {
            0 => reader.GetValue(ordinal),
            1 => reader[ordinal],
            2 => reader[name],
            3 => reader.GetProviderSpecificValue(ordinal),
            4 => AllOf(reader)[ordinal],
            _ => expected is string ? reader.GetString(ordinal) : reader.GetFieldValue<object>(ordinal),
        };
        Assert.Equal(expected, actual);
        Assert.Equal(plain.IsDBNull(ordinal), reader.IsDBNull(ordinal));
        if (!isChosen)
        {
            Assert.Same(plain.GetFieldValue<object>(ordinal) as string, actual as string);
        }
    }

    private static object[] AllOf(DbDataReader reader)
    {
        var values = new object[reader.FieldCount];
        Assert.Equal(values.Length, reader.GetValues(values));
        return values;
    }

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
