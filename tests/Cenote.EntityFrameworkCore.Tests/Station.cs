using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>A row with repetitive strings, one of them often NULL, and one unique string.</summary>
public sealed class Station
{
    public int Id { get; set; }

    public required string Name { get; set; }

    public required string State { get; set; }

    public string? Operator { get; set; }

    public Place Place { get; set; } = new();

    public Note Note { get; set; } = new();

    public Size Size { get; set; } = new();

    public ICollection<Reading> Readings { get; set; } = [];
}

/// <summary>Columns of the station.</summary>
[Owned]
public sealed class Place
{
    public string? Basin { get; set; }
}

/// <summary>A JSON column of the station.</summary>
public sealed class Note
{
    public string? Author { get; set; }
}

/// <summary>A complex property of the station.</summary>
[ComplexType]
public sealed class Size
{
    public string Class { get; set; } = "small";
}

/// <summary>A row of another table.</summary>
public sealed class Reading
{
    public int Id { get; set; }

    public int StationId { get; set; }

    public required string Quality { get; set; }
}
