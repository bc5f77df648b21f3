using Cenote.Interning;
using Cenote.Tests.Support;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>Properties whose strings are interned.</summary>
public sealed class IsInternedTests : IDisposable
{
    private readonly StationDatabase _database = new();

    public void Dispose() => _database.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Properties_of_every_kind_share_their_strings(bool split)
    {
        await using PropertyContext context = Interning();
        IQueryable<Station> query = context.Stations.AsNoTracking().Include(station => station.Readings);

        List<Station> stations = await (split ? query.AsSplitQuery() : query.AsSingleQuery()).ToListAsync();

        Assert.Equal(3, StationDatabase.Instances(stations.Select(station => station.State)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Operator)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Place.Basin)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Note.Author)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Size.Class)));
        Assert.Equal(
            3, StationDatabase.Instances(stations.SelectMany(station => station.Readings).Select(reading => reading.Quality)));
        Assert.Equal(StationDatabase.Count, StationDatabase.Instances(stations.Select(station => station.Name)));
        Assert.Equal(StationDatabase.Count / 2, stations.Count(station => station.Operator is null));
        Assert.Equal(12, stations.Count(station => station.Place.Basin is null));
    }

    [Fact]
    public void Queries_give_the_same_as_without_it()
    {
        using var plain = new PlainContext(_database.Options<PlainContext>().Options);
        using PropertyContext context = Interning();
        string state = "Campeche";
        string[] states = ["Campeche", "Yucatán"];

        // The database executes these comparisons, so no culture is involved.
#pragma warning disable CA1304, CA1310, CA1311, MA0001, MA0011, MA0074
        Func<PlainContext, IQueryable<object?>>[] queries =
        [
            c => c.Stations.Where(s => s.State == "Campeche").Select(s => s.Name),
            c => c.Stations.Where(s => s.State == state).Select(s => s.Name),
            c => c.Stations.Where(s => states.Contains(s.State)).Select(s => s.Name),
            c => c.Stations.Where(s => s.State.StartsWith("Yuc")).Select(s => s.State),
            c => c.Stations.Where(s => s.State.Contains(state)).Select(s => s.State.ToUpper()),
            c => c.Stations.Where(s => EF.Functions.Like(s.State, "%a%")).Select(s => s.State + "!"),
            c => c.Stations.Where(s => s.Operator == null).Select(s => s.Operator ?? "none"),
            c => c.Stations.Where(s => s.State.Length > 8).Select(s => s.State.Substring(0, 3)),
            c => c.Stations.OrderBy(s => s.State).ThenByDescending(s => s.Operator).ThenBy(s => s.Id).Select(s => s.Name),
            c => c.Stations.GroupBy(s => s.State).OrderBy(g => g.Key).Select(g => g.Key + g.Count()),
            c => c.Stations.Select(s => s.Place.Basin).Distinct().OrderBy(b => b),
            c => c.Stations.Where(s => s.Note.Author == "Author 1").Select(s => s.Note.Author),
            c => c.Stations.Where(s => s.Size.Class == "small").Select(s => s.Size.Class),
        ];
#pragma warning restore CA1304, CA1310, CA1311, MA0001, MA0011, MA0074

        Assert.All(queries, query =>
        {
            List<object?> expected = query(plain).ToList();
            Assert.NotEmpty(expected);
            Assert.Equal(expected, query(context).ToList());
        });
    }

    [Fact]
    public void The_schema_is_that_without_it()
    {
        using var plain = new PlainContext(_database.Options<PlainContext>().Options);
        using PropertyContext context = Interning();

        Assert.Equal(plain.Database.GenerateCreateScript(), context.Database.GenerateCreateScript());
    }

    [Fact]
    public void Rows_that_are_tracked_are_changed_and_saved()
    {
        using (PropertyContext context = Interning())
        {
            Station station = context.Stations.Include(station => station.Readings).Single(station => station.Id == 7);
            station.State = new string(station.State);
            context.ChangeTracker.DetectChanges();
            Assert.False(context.ChangeTracker.HasChanges());
            station.State = "Tabasco";
            station.Operator = null;
            station.Place.Basin = "Usumacinta";
            station.Note.Author = "Ana";
            context.SaveChanges();
            Assert.Equal(1, context.Stations.Where(s => s.State == "Tabasco").ExecuteUpdate(
                set => set.SetProperty(s => s.Name, "Renamed").SetProperty(s => s.State, "Chiapas")));
        }

        using var plain = new PlainContext(_database.Options<PlainContext>().Options);
        Station saved = plain.Stations.Single(station => station.State == "Chiapas");
        Assert.Equal(
            (7, "Renamed", null, "Usumacinta", "Ana"),
            (saved.Id, saved.Name, saved.Operator, saved.Place.Basin, saved.Note.Author));
    }

    [Fact]
    public void An_interner_of_its_own_has_the_strings()
    {
        using var context = new OwnInternerContext(_database.Options<OwnInternerContext>().Options);

        List<string> states = context.Stations.Select(station => station.State).ToList();

        Assert.Equal(3, OwnInternerContext.States.Count);
        Assert.All(states, state => Assert.Same(OwnInternerContext.States.Intern(state), state));
    }

    [Fact]
    public void Texts_beyond_the_limits_of_an_interner_keep_the_string_that_was_read()
    {
        var converter = new InternedStringConverter(new StringInterner(new StringInternerOptions { MaximumBytes = 1 }));
        string text = new("Yucatán");

        Assert.Same(text, converter.ConvertFromProvider(text));
        Assert.Same(text, converter.ConvertToProvider(text));
        Assert.Null(converter.ConvertFromProvider(null));
        Assert.Throws<ArgumentNullException>("interner", () => new InternedStringConverter(null!));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_text_that_is_there_is_converted_without_allocation(bool hasInterner)
    {
        InternedStringConverter converter = hasInterner ? new(new StringInterner()) : new();
        Func<string, string> convert = converter.ConvertFromProviderTyped;
        string text = new("Quintana Roo");
        string known = convert(text);

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                Assert.Same(known, convert(text));
            }
        }));
    }

    [Fact]
    public void Two_calls_are_one()
    {
        using RulesContext context = Rules(static station => station.Property(row => row.State).IsInterned().IsInterned());

        Assert.Equal(3, StationDatabase.Instances(context.Stations.Select(station => station.State).ToList()));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_property_keeps_the_comparers_that_the_model_set(bool before)
    {
        var ignoringCase = new ValueComparer<string>(
            (a, b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase),
            text => StringComparer.OrdinalIgnoreCase.GetHashCode(text),
            text => text);
        using RulesContext context = Rules(station =>
        {
            foreach (IMutableProperty property in new[]
            {
                station.Property(row => row.State).Metadata,
                station.ComplexProperty(row => row.Size).Property(size => size.Class).Metadata,
                station.OwnsOne(row => row.Note).Property(note => note.Author).Metadata,
            })
            {
                if (before)
                {
                    Set(property);
                }
            }

            IMutableProperty state = station.Property(row => row.State).HasMaxLength(70).IsInterned().Metadata;
            IMutableProperty size = station.ComplexProperty(row => row.Size).Property(row => row.Class).IsInterned().Metadata;
            IMutableProperty author = station.OwnsOne(row => row.Note).Property(note => note.Author).IsInterned().Metadata;
            if (!before)
            {
                Set(state);
                Set(size);
                Set(author);
            }
        });

        Station changed = context.Stations.First();
        changed.State = changed.State.ToUpperInvariant();
        changed.Size.Class = changed.Size.Class.ToUpperInvariant();
        changed.Note.Author = changed.Note.Author!.ToUpperInvariant();
        context.ChangeTracker.DetectChanges();

        Assert.False(context.ChangeTracker.HasChanges());
        IProperty interned = context.Model.FindEntityType(typeof(Station))!.FindProperty(nameof(Station.State))!;
        Assert.True(interned.GetProviderValueComparer().Equals("a", "A"));
        Assert.IsType<InternedStringConverter>(interned.GetValueConverter());
        Assert.Equal(70, interned.GetMaxLength());

        void Set(IMutableProperty property)
        {
            property.SetValueComparer(ignoringCase);
            property.SetProviderValueComparer(ignoringCase);
        }
    }

    [Fact]
    public void An_interner_that_changes_texts_is_refused_or_throws()
    {
        IStringInterner[] interners =
        [
            new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
            new BoundedStringInterner(new BoundedStringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
            new WeakStringInterner(new WeakStringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
        ];
        Assert.All(interners, interner =>
        {
            Assert.Throws<ArgumentException>(nameof(interner), () => new InternedStringConverter(interner));
            Assert.Throws<ArgumentException>(nameof(interner), () => new DbContextOptionsBuilder().UseStringInterning(interner));
            using RulesContext context = Rules(station => station.Property(row => row.State).IsInterned(interner));
            Assert.Contains(
                "Comparison is StringComparison.Ordinal",
                Assert.Throws<ArgumentException>(() => context.Model).Message,
                StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_converter_of_a_convention_is_refused_not_replaced()
    {
        using var context = new TrimmingContext(_database.Options<TrimmingContext>().Options);

        Assert.Contains(
            "Station.State already has a value converter",
            Assert.Throws<InvalidOperationException>(() => context.Model).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_cannot_be_interned_is_refused_with_what_to_do()
    {
        AssertRefused("Station.Id is of type Int32", static station => station.Property(row => row.Id).IsInterned());
        AssertRefused(
            "Station.State already has a value converter",
            static station => station.Property(row => row.State).HasConversion(text => text.Trim(), text => text).IsInterned());
        AssertRefused(
            "Station.State already has a value converter",
            static station => station.Property(row => row.State).HasConversion<byte[]>().IsInterned());
        Assert.Throws<ArgumentNullException>("property", () => default(PropertyBuilder<string>)!.IsInterned());
        Assert.Throws<ArgumentNullException>("property", () => default(ComplexTypePropertyBuilder<string>)!.IsInterned());

        void AssertRefused(string message, Action<EntityTypeBuilder<Station>> rule)
        {
            using RulesContext context = Rules(rule);
            Assert.Contains(
                message, Assert.Throws<InvalidOperationException>(() => context.Model).Message, StringComparison.Ordinal);
        }
    }

    private PropertyContext Interning() => new(_database.Options<PropertyContext>().Options);

    private RulesContext Rules(Action<EntityTypeBuilder<Station>> rule) => new(
        _database.Options<RulesContext>().EnableServiceProviderCaching(false).Options, model => model.Entity(rule));

    private sealed class TrimmingConverter() : ValueConverter<string, string>(text => text.Trim(), text => text.Trim());

    private sealed class TrimmingContext(DbContextOptions options) : PlainContext(options)
    {
        protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
            configurationBuilder.Properties<string>().HaveConversion<TrimmingConverter>();

        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            base.OnModelCreating(modelBuilder);
            modelBuilder.Entity<Station>().Property(station => station.State).IsInterned();
        }
    }
}
