namespace Cenote.Heap;

/// <summary>Something that holds strings, such as the field of a type, and which strings it holds.</summary>
internal sealed class Place
{
    /// <summary>What it is called in reports, such as <c>Customer.City</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The full name of the type, and of the field if it is one.</summary>
    public required string FullName { get; init; }

    /// <summary>What it is.</summary>
    public required PlaceKind Kind { get; init; }

    /// <summary>The types whose objects have it.</summary>
    public List<HeapType> Holders { get; } = [];

    /// <summary>References to strings of any age.</summary>
    public long References { get; set; }

    /// <summary>References to long-lived strings.</summary>
    public long OldReferences { get; set; }

    /// <summary>References to literals.</summary>
    public long LiteralReferences { get; set; }

    /// <summary>The long-lived strings that it refers to; null as long as there is none.</summary>
    public OrdinalSet? Strings { get; set; }
}
