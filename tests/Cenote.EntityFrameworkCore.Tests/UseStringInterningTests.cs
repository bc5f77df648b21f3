using System.Collections.Concurrent;
using System.Data;
using System.Data.Common;
using System.Reflection;
using Cenote.Interning;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>A context whose queries return interned strings.</summary>
public sealed class UseStringInterningTests : IDisposable
{
    private readonly StationDatabase _database = new();
    private readonly StringInterner _interner = new();

    public void Dispose() => _database.Dispose();

    [Fact]
    public void Rows_share_the_strings_of_their_texts()
    {
        using PlainContext plain = Plain();
        using PlainContext context = Interning();

        List<Station> expected = plain.Stations.AsNoTracking().OrderBy(station => station.Id).ToList();
        List<Station> stations = context.Stations.AsNoTracking().OrderBy(station => station.Id).ToList();

        Assert.Equal(expected.Select(Text), stations.Select(Text));
        Assert.Equal(StationDatabase.Count, StationDatabase.Instances(expected.Select(station => station.State)));
        Assert.Equal(3, StationDatabase.Instances(stations.Select(station => station.State)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Operator)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Place.Basin)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Size.Class)));
        Assert.Same(_interner.Intern("Yucatán"), stations.First(station => station.State == "Yucatán").State);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Queries_that_are_awaited_or_split_share_them_too(bool split)
    {
        await using PlainContext context = Interning();
        IQueryable<Station> query = context.Stations.AsNoTracking().Include(station => station.Readings);

        List<Station> stations = await (split ? query.AsSplitQuery() : query.AsSingleQuery()).ToListAsync();

        Assert.Equal(StationDatabase.Count, stations.Count);
        Assert.All(stations, station => Assert.Equal(2, station.Readings.Count));
        Assert.Equal(3, StationDatabase.Instances(stations.Select(station => station.State)));
        Assert.Equal(
            3, StationDatabase.Instances(stations.SelectMany(station => station.Readings).Select(reading => reading.Quality)));
    }

    [Fact]
    public void Projections_and_queries_in_SQL_share_them()
    {
        using PlainContext context = Interning();

        Assert.Equal(3, StationDatabase.Instances(context.Stations.Select(station => station.State).ToList()));
        Assert.Equal(
            3,
            StationDatabase.Instances(context.Stations.FromSqlRaw("SELECT * FROM Stations").ToList().Select(row => row.State)));
        Assert.Equal(
            3, StationDatabase.Instances(context.Database.SqlQueryRaw<string>("SELECT State AS Value FROM Stations").ToList()));
    }

    [Fact]
    public void Rows_that_are_tracked_are_changed_and_saved()
    {
        using (PlainContext context = Interning())
        {
            Station station = context.Stations.Single(station => station.Id == 7);
            Assert.False(context.ChangeTracker.HasChanges());
            station.State = new string(station.State);
            context.ChangeTracker.DetectChanges();
            Assert.False(context.ChangeTracker.HasChanges());
            station.State = "Tabasco";
            station.Operator = null;
            context.Add(new Station { Name = "New", State = "Tabasco" });
            Assert.True(context.SaveChanges() >= 2);
        }

        using PlainContext plain = Plain();
        Assert.Equal(2, plain.Stations.Count(station => station.State == "Tabasco"));
        Assert.Null(plain.Stations.Single(station => station.Id == 7).Operator);
    }

    [Fact]
    public void Contexts_on_several_threads_share_their_options_and_the_strings()
    {
        string path = Path.GetTempFileName();
        try
        {
            string source = $"Data Source={path};Pooling=False";
            using (var copy = new SqliteConnection(source))
            {
                copy.Open();
                _database.Connection.BackupDatabase(copy);
            }

            DbContextOptions<PlainContext> all =
                new DbContextOptionsBuilder<PlainContext>().UseSqlite(source).UseStringInterning(_interner).Options;
            DbContextOptions<OwnInternerContext> byProperty =
                new DbContextOptionsBuilder<OwnInternerContext>().UseSqlite(source).Options;
            List<Station> ofAll = ReadOnThreads(() => new PlainContext(all));
            List<Station> ofProperty = ReadOnThreads(() => new OwnInternerContext(byProperty));

            Assert.Equal(StationDatabase.Count, StationDatabase.Instances(ofAll.Select(station => station.Name)));
            Assert.Equal(3, StationDatabase.Instances(ofAll.Select(station => station.State)));
            Assert.All(ofAll, station => Assert.Equal($"Station {station.Id}", station.Name));
            Assert.Equal(3, StationDatabase.Instances(ofProperty.Select(station => station.State)));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void By_default_unique_texts_stay_within_bounds()
    {
        using var context = new PlainContext(_database.Options<PlainContext>().UseStringInterning().Options);
        context.Database.ExecuteSqlRaw(
            """
            WITH RECURSIVE Numbers(N) AS (SELECT 1000 UNION ALL SELECT N + 1 FROM Numbers WHERE N < 12000)
            INSERT INTO Stations (Id, Name, State, Note, Size_Class)
            SELECT N, 'Station ' || N, 'Yucatán', '{{}}', 'small' FROM Numbers
            """);

        List<Station> stations = context.Stations.AsNoTracking().Where(station => station.Id >= 1_000).ToList();

        Assert.Equal(11_001, stations.Count);
        Assert.Equal(1, StationDatabase.Instances(stations.Select(station => station.State)));
        Assert.InRange(BoundedStringInterner.Shared.Count, 1, 4_096);
    }

    [Fact]
    public void Commands_that_are_no_queries_keep_the_reader_of_the_provider()
    {
        var readers = new LastReader();
        using var context = new PlainContext(
            _database.Options<PlainContext>().UseStringInterning(_interner).AddInterceptors(readers).Options);

        context.Add(new Station { Name = "New", State = "Tabasco" });
        context.SaveChanges();
        Assert.IsType<SqliteDataReader>(readers.Last);
        Assert.Equal(0, _interner.Count);

        _ = context.Stations.AsNoTracking().ToList();
        Assert.IsNotType<SqliteDataReader>(readers.Last);
        Assert.NotEqual(0, _interner.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_reader_of_a_query_that_is_refused_is_disposed(bool isAsync)
    {
        using var other = new OtherReader();
        using var context = new RulesContext(
            _database.Options<RulesContext>().AddInterceptors(other).UseStringInterning(_interner)
                .EnableServiceProviderCaching(false).Options,
            model => model.Entity<Reading>().Property(reading => reading.StationId).Metadata.SetTypeMapping(new ProviderMapping()));
        IQueryable<string> states = context.Stations.Select(station => station.State!);

        await Assert.ThrowsAsync<InvalidOperationException>(async () => _ = isAsync ? await states.ToListAsync() : states.ToList());

        Assert.True(other.IsAsked);
        Assert.True(other.Reader.IsClosed);
    }

    [Fact]
    public void A_model_that_needs_the_reader_of_its_provider_is_refused_with_what_to_do()
    {
        using PlainContext context = Rules(model => model.Entity<Reading>().Property(reading => reading.StationId)
            .Metadata.SetTypeMapping(new ProviderMapping()));

        var refused = Assert.Throws<InvalidOperationException>(() => context.Stations.Select(station => station.State).ToList());

        Assert.Contains("Reading.StationId with SqliteDataReader.GetTimeSpan", refused.Message, StringComparison.Ordinal);
        Assert.Contains("IsInterned()", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Null_is_refused() =>
        Assert.Throws<ArgumentNullException>("optionsBuilder", () => default(DbContextOptionsBuilder)!.UseStringInterning());

    private static string Text(Station station) =>
        $"{station.Id} {station.Name} {station.State} {station.Operator} {station.Place.Basin} {station.Note.Author} "
        + station.Size.Class;

    private static List<Station> ReadOnThreads(Func<PlainContext> make)
    {
        const int Threads = 4;
        const int Times = 10;
        var read = new ConcurrentBag<Station>();
        using var start = new Barrier(Threads);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(Read))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Equal(Threads * Times * StationDatabase.Count, read.Count);
        return [.. read];

        void Read()
        {
            start.SignalAndWait();
            for (int i = 0; i < Times; i++)
            {
                using PlainContext context = make();
                context.Stations.AsNoTracking().ToList().ForEach(read.Add);
            }
        }
    }

    private PlainContext Plain() => new(_database.Options<PlainContext>().Options);

    private PlainContext Interning() => new(_database.Options<PlainContext>().UseStringInterning(_interner).Options);

    // EF caches one model per context type and internal service provider, so each context has a new provider.
    private RulesContext Rules(Action<ModelBuilder> rules) =>
        new(_database.Options<RulesContext>().UseStringInterning(_interner).EnableServiceProviderCaching(false).Options, rules);

    private sealed class LastReader : DbCommandInterceptor
    {
        public DbDataReader? Last { get; private set; }

        public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result) =>
            Last = result;
    }

    /// <summary>Replaces each command's reader with a reader that no command closes.</summary>
    private sealed class OtherReader : DbCommandInterceptor, IDisposable
    {
        private readonly DataTable _table = new();

        public OtherReader() => Reader = _table.CreateDataReader();

        public DataTableReader Reader { get; }

        public bool IsAsked { get; private set; }

        public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result)
        {
            result.Dispose();
            IsAsked = true;
            return Reader;
        }

        public override ValueTask<DbDataReader> ReaderExecutedAsync(
            DbCommand command,
            CommandExecutedEventData eventData,
            DbDataReader result,
            CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(ReaderExecuted(command, eventData, result));

        public void Dispose()
        {
            Reader.Dispose();
            _table.Dispose();
        }
    }

    /// <summary>A mapping like a provider's for types that only the provider's own reader can read.</summary>
    private sealed class ProviderMapping : RelationalTypeMapping
    {
        public ProviderMapping()
            : base("INTEGER", typeof(int))
        {
        }

        private ProviderMapping(RelationalTypeMappingParameters parameters)
            : base(parameters)
        {
        }

        public override MethodInfo GetDataReaderMethod() =>
            typeof(SqliteDataReader).GetMethod(nameof(SqliteDataReader.GetTimeSpan))!;

        protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) =>
            new ProviderMapping(parameters);
    }
}
