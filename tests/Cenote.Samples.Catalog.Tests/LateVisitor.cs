using System.Text.RegularExpressions;

namespace Cenote.Samples.Catalog.Tests;

/// <summary>An input that ends when a visitor has read all events of the live page.</summary>
internal sealed partial class LateVisitor(Func<string> errors) : TextReader
{
    [GeneratedRegex(@"http://localhost:\d+/", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Address { get; }

    /// <summary>The events.</summary>
    public string Events { get; private set; } = "";

    public override string ReadToEnd()
    {
        using var client = new HttpClient { BaseAddress = new Uri(Address.Match(errors()).Value) };
        Events = client.GetStringAsync("events").GetAwaiter().GetResult();
        return "";
    }
}
