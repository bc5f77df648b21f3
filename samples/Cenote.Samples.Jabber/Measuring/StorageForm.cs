using System.Diagnostics;
using Cenote.Interning;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>A way to store addresses, selected by id on a child process's command line.</summary>
/// <param name="Id">The name for the child process.</param>
/// <param name="Title">The name in the output.</param>
/// <param name="Published">Published bytes per address for ten million addresses; empty if no figure was published.</param>
/// <param name="Start">Creates an empty collection with the given capacity.</param>
internal sealed record StorageForm(string Id, string Title, string Published, Func<int, IAddressCollection> Start)
{
    /// <summary>All forms, the plainest first.</summary>
    public static IReadOnlyList<StorageForm> All { get; } =
    [
        new("class", "class, nothing shared", "231", capacity => new ObjectCollection(new JabberIdParser(), capacity)),
        new(
            "server",
            "class, server interned",
            "184",
            capacity => new ObjectCollection(new JabberIdParser(new StringInterner()), capacity)),
        new(
            "both",
            "class, server and resource interned",
            "153",
            capacity => new ObjectCollection(new JabberIdParser(new StringInterner(), new StringInterner()), capacity)),
        new("utf16", "8-byte record, UTF-16", "", capacity => new CompactUtf16Collection(capacity)),
        new("utf8", "8-byte record, UTF-8", "", capacity => new CompactUtf8Collection(capacity)),
    ];

    /// <summary>The form with an id; null for an unknown id.</summary>
    public static StorageForm? Find(string id) => All.FirstOrDefault(form => form.Id == id);

    /// <summary>Measures the form in this process, which should do nothing else.</summary>
    public FormResult Measure(int count)
    {
        var building = new Stopwatch();
        HoldMeasurement held = HoldMeter.Measure(Title, () =>
        {
            building.Start();
            IAddressCollection addresses = Start(count);
            AddressSource.Fill(addresses, count);
            building.Stop();
            return addresses;
        });

        // A run with a small count is a trial and should end soon.
        TimeSpan duration = TimeSpan.FromMilliseconds(Math.Clamp(count / 10_000, 50, 700));
        return new FormResult(held, building.Elapsed.TotalSeconds, ParseRate.Measure(this, duration));
    }
}
