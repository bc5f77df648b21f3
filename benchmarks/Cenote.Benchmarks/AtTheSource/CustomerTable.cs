using System.Data.Common;
using Cenote.Measurement;
using Microsoft.Data.Sqlite;

namespace Cenote.Benchmarks.AtTheSource;

/// <summary>An in-memory SQLite table of customers.</summary>
internal sealed class CustomerTable : IDisposable
{
    public const int Rows = 50_000;
    public const string Query = "SELECT Id, Email, Country, City, Status, Segment FROM Customers";

    /// <summary>The columns with repeated strings.</summary>
    public static readonly string[] Repeating = ["Country", "City", "Status", "Segment"];

    private static readonly string[] s_countries =
        ["Mexico", "Germany", "United States of America", "Japan", "Guatemala", "Belize", "Honduras", "Spain"];

    private static readonly string[] s_segments = ["consumer", "small business", "enterprise", "public sector"];

    public CustomerTable()
    {
        Connection = new SqliteConnection("Data Source=:memory:");
        Connection.Open();
        Execute("CREATE TABLE Customers(Id INTEGER PRIMARY KEY, Email TEXT, Country TEXT, City TEXT, Status TEXT, Segment TEXT)");
        Fill();
    }

    public SqliteConnection Connection { get; }

    public void Dispose() => Connection.Dispose();

    public DbDataReader Read(string query = Query)
    {
        DbCommand command = Connection.CreateCommand();
        command.CommandText = query;
        return command.ExecuteReader();
    }

    /// <summary>Reads all rows of a reader, and disposes the reader.</summary>
    public static List<Customer> ReadAll(DbDataReader reader)
    {
        List<Customer> customers = [];
        using (reader)
        {
            while (reader.Read())
            {
                customers.Add(new Customer
                {
                    Id = reader.GetInt64(0),
                    Email = reader.GetString(1),
                    Country = reader.GetString(2),
                    City = reader.GetString(3),
                    Status = reader.GetString(4),
                    Segment = reader.GetString(5),
                });
            }
        }

        return customers;
    }

    private void Fill()
    {
        var random = new SplitMix64(1);
        using SqliteTransaction transaction = Connection.BeginTransaction();
        using SqliteCommand command = Connection.CreateCommand();
        command.CommandText = "INSERT INTO Customers VALUES ($0, $1, $2, $3, $4, $5)";
        SqliteParameter[] values =
            [.. Enumerable.Range(0, 6).Select(i => command.Parameters.Add(new SqliteParameter($"${i}", value: null)))];
        for (int id = 0; id < Rows; id++)
        {
            object[] row =
            [
                id, $"customer{id}@example.org", s_countries[random.Next(s_countries.Length)], $"City {random.Next(500)}",
                random.Next(4) == 0 ? "suspended" : "active", s_segments[random.Next(s_segments.Length)],
            ];
            for (int i = 0; i < row.Length; i++)
            {
                values[i].Value = row[i];
            }

            command.ExecuteNonQuery();
        }

        transaction.Commit();
    }

    private void Execute(string sql)
    {
        using SqliteCommand command = Connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
