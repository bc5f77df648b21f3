namespace Cenote.Benchmarks.Births;

/// <summary>A row with four texts that repeat, and one that does not.</summary>
internal sealed class Customer
{
    public long Id { get; set; }

    public string Email { get; set; } = "";

    public string Country { get; set; } = "";

    public string City { get; set; } = "";

    public string Status { get; set; } = "";

    public string Segment { get; set; } = "";
}
