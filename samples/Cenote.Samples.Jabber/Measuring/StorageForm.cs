using System.Diagnostics;
using Cenote.Interning;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>A way to hold addresses, by the name it has on the command line of a child process.</summary>
/// <param name="Id">The name for the child process.</param>
/// <param name="Title">The name for people.</param>
/// <param name="Published">Bytes for each of ten million addresses as the figures once published have it; empty if there are
/// none.</param>
/// <param name="Start">Makes an empty collection with room for so many.</param>
internal sealed record StorageForm(string Id, string Title, string Published, Func<int, IAddressCollection> Start)
{
    /// <summary>Every form, the plainest first.</summary>
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

    /// <summary>The form with a name, or null.</summary>
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

        // A small count is a try, and should be over soon.
        TimeSpan duration = TimeSpan.FromMilliseconds(Math.Clamp(count / 10_000, 50, 700));
        return new FormResult(held, building.Elapsed.TotalSeconds, ParseRate.Measure(this, duration));
    }
}
