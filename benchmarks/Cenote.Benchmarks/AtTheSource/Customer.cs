namespace Cenote.Benchmarks.AtTheSource;

/// <summary>A row with four repeated strings and a unique one.</summary>
internal sealed class Customer
{
    public long Id { get; set; }

    public string Email { get; set; } = "";

    public string Country { get; set; } = "";

    public string City { get; set; } = "";

    public string Status { get; set; } = "";

    public string Segment { get; set; } = "";
}
