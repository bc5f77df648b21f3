using Cenote.Interning;
using Microsoft.EntityFrameworkCore;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>The stations, with nothing interned in the model.</summary>
public class PlainContext(DbContextOptions options) : DbContext(options)
{
    public DbSet<Station> Stations => Set<Station>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Station>().ComplexProperty(station => station.Size);
        modelBuilder.Entity<Station>().OwnsOne(station => station.Note, note => note.ToJson());
    }
}

/// <summary>The stations, with interned properties of each kind in the model.</summary>
public sealed class PropertyContext(DbContextOptions options) : PlainContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        base.OnModelCreating(modelBuilder);
        modelBuilder.Entity<Station>(station =>
        {
            station.Property(row => row.State).IsInterned();
            station.Property(row => row.Operator).IsInterned();
            station.OwnsOne(row => row.Place, place => place.Property(row => row.Basin).IsInterned());
            station.OwnsOne(row => row.Note, note => note.Property(row => row.Author).IsInterned());
            station.ComplexProperty(row => row.Size, size => size.Property(row => row.Class).IsInterned());
        });
        modelBuilder.Entity<Reading>().Property(reading => reading.Quality).IsInterned();
    }
}

/// <summary>The stations, with a separate interner for one property.</summary>
public sealed class OwnInternerContext(DbContextOptions options) : PlainContext(options)
{
    public static StringInterner States { get; } = new();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        base.OnModelCreating(modelBuilder);
        modelBuilder.Entity<Station>().Property(station => station.State).IsInterned(States);
    }
}

/// <summary>A context whose model rules are passed in.</summary>
public sealed class RulesContext(DbContextOptions options, Action<ModelBuilder> rules) : PlainContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        base.OnModelCreating(modelBuilder);
        rules(modelBuilder);
    }
}
