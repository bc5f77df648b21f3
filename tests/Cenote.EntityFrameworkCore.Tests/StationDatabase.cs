using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>An in-memory database of stations that exists until disposed.</summary>
internal sealed class StationDatabase : IDisposable
{
    public const int Count = 60;

    private static readonly string[] s_states = ["Yucatán", "Quintana Roo", "Campeche"];

    public StationDatabase()
    {
        Connection = new SqliteConnection("Data Source=:memory:");
        Connection.Open();
        using var context = new PlainContext(Options<PlainContext>().Options);
        context.Database.EnsureCreated();
        context.AddRange(Enumerable.Range(1, Count).Select(Make));
        context.SaveChanges();
    }

    public SqliteConnection Connection { get; }

    public DbContextOptionsBuilder<TContext> Options<TContext>()
        where TContext : DbContext => new DbContextOptionsBuilder<TContext>().UseSqlite(Connection);

    public void Dispose() => Connection.Dispose();

    /// <summary>The number of distinct instances of non-null strings.</summary>
    public static int Instances(IEnumerable<string?> texts) =>
        texts.Where(text => text is not null).Distinct(ReferenceEqualityComparer.Instance).Count();

    private static Station Make(int id) => new()
    {
        Id = id,
        Name = $"Station {id}",
        State = s_states[id % 3],
        Operator = id % 2 == 0 ? null : $"Operator {id % 4}",
        Place = new Place { Basin = id % 5 == 0 ? null : $"Basin {id % 2}" },
        Note = new Note { Author = $"Author {id % 2}" },
        Size = new Size { Class = id % 2 == 0 ? "small" : "large" },
        Readings = [new Reading { Quality = "good" }, new Reading { Quality = $"quality {id % 2}" }],
    };
}
