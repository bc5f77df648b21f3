using System.Data.Common;
using Cenote.Data;
using Cenote.Interning;
using Dapper;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>Rows from an interning reader, through Dapper and through ADO.NET with a real database.</summary>
public sealed class DapperTests : IDisposable
{
    private readonly StationDatabase _database = new();
    private readonly StringInterner _interner = new();

    public void Dispose() => _database.Dispose();

    [Fact]
    public void Rows_of_Dapper_share_the_strings_of_named_columns()
    {
        using DbDataReader reader = Reader("SELECT Id, Name, State, Operator FROM Stations ORDER BY Id")
            .Interning(_interner, "State", "Operator");

        List<Row> rows = reader.Parse<Row>().ToList();

        Assert.Equal(StationDatabase.Count, rows.Count);
        Assert.Equal(3, StationDatabase.Instances(rows.Select(row => row.State)));
        Assert.Equal(2, StationDatabase.Instances(rows.Select(row => row.Operator)));
        Assert.Equal(StationDatabase.Count / 2, rows.Count(row => row.Operator is null));
        Assert.Equal("Station 1", rows[0].Name);
        Assert.Equal(5, _interner.Count);
    }

    [Fact]
    public void Dynamic_rows_of_Dapper_share_them()
    {
        using DbDataReader reader = Reader("SELECT State, Operator FROM Stations").Interning(_interner);

        List<IDictionary<string, object?>> rows = reader.Parse().Cast<IDictionary<string, object?>>().ToList();

        Assert.Equal(3, StationDatabase.Instances(rows.Select(row => (string?)row["State"])));
        Assert.Contains(rows, row => row["Operator"] is null);
    }

    [Fact]
    public async Task A_reader_of_Dapper_is_interned_and_awaited()
    {
        await using DbDataReader reader =
            (await _database.Connection.ExecuteReaderAsync("SELECT State, Operator FROM Stations")).Interning(_interner);
        List<string> states = [];
        int missing = 0;
        while (await reader.ReadAsync())
        {
            states.Add(await reader.GetFieldValueAsync<string>(0));
            missing += await reader.IsDBNullAsync(1) ? 1 : 0;
        }

        Assert.Equal(3, StationDatabase.Instances(states));
        Assert.Equal(StationDatabase.Count / 2, missing);
    }

    [Fact]
    public void Schema_results_and_values_of_a_database_are_passed_on()
    {
        const string Sql =
            "SELECT State, Id FROM Stations ORDER BY Id; SELECT Name FROM Stations ORDER BY Id; SELECT NULL AS State";
        using DbDataReader plain = Reader(Sql);
        using DbDataReader reader = Reader(Sql).Interning(_interner, "state");

        Assert.Equal(
            plain.GetColumnSchema().Select(column => (column.ColumnName, column.DataType, column.BaseTableName)),
            reader.GetColumnSchema().Select(column => (column.ColumnName, column.DataType, column.BaseTableName)));
        Assert.Equal(plain.GetSchemaTable()!.Rows.Count, reader.GetSchemaTable()!.Rows.Count);
        do
        {
            while (plain.Read())
            {
                Assert.True(reader.Read());
                Assert.Equal(plain.GetValue(0), reader.GetValue(0));
                Assert.Equal(plain.GetFieldType(0), reader.GetFieldType(0));
                Assert.Equal(plain.IsDBNull(0), reader.IsDBNull(0));
            }

            Assert.False(reader.Read());
        }
        while (plain.NextResult() | reader.NextResult());

        Assert.Equal(3, _interner.Count);
    }

    private DbDataReader Reader(string sql)
    {
        DbCommand command = _database.Connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteReader();
    }

    private sealed class Row
    {
        public long Id { get; set; }

        public string? Name { get; set; }

        public string? State { get; set; }

        public string? Operator { get; set; }
    }
}
