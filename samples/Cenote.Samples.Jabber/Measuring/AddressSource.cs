using System.Globalization;
using System.Text;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>
/// Generates addresses as a public server sees them, the same ones in every process: 200 Zipf-distributed servers; users of two
/// or three syllables and a number; 30 Zipf-distributed names of clients and places. One user in 64 has a non-ASCII letter, and
/// one in 64 is capitalized; one session in 16 has a random suffix, and one in 16 is absent.
/// </summary>
internal sealed class AddressSource
{
    private const ulong Seed = 2026;

    private static readonly string[] s_services =
        ["jabber", "chat", "xmpp", "im", "talk", "mail", "post", "home", "work", "club"];

    private static readonly string[] s_places =
    [
        "aachen", "bergen", "cadiz", "delft", "espoo", "fulda", "ghent", "halle", "izmir", "jena",
        "kiel", "lund", "malmo", "nantes", "oulu", "porto", "quito", "riga", "siena", "turku",
    ];

    private static readonly string[] s_resources =
    [
        "Conversations", "Gajim", "Dino", "Psi", "phone", "Pidgin", "home", "Monal", "work", "laptop",
        "Siskin", "Swift", "mobile", "Psi+", "desktop", "Movim", "tablet", "Kaidan", "Profanity", "Poezio",
        "office", "Adium", "web", "Beagle", "Miranda", "bot", "android", "balcony", "garden", "kitchen",
    ];

    private static readonly string[] s_servers =
        [.. s_places.SelectMany(place => s_services.Select(service => $"{service}.{place}.example"))];

    private readonly ZipfSampler _serverRanks = new(s_servers.Length);
    private readonly ZipfSampler _resourceRanks = new(s_resources.Length);
    private SplitMix64 _random = new(Seed);

    /// <summary>Generates addresses and reads them into a collection.</summary>
    public static void Fill(IAddressCollection addresses, int count)
    {
        var source = new AddressSource();
        Span<char> utf16 = stackalloc char[JabberIdText.MaximumLength];
        Span<byte> utf8 = stackalloc byte[JabberIdText.MaximumLength];
        for (int i = 0; i < count; i++)
        {
            int length = source.Next(utf16);
            int bytes = Encoding.UTF8.GetBytes(utf16[..length], utf8);
            addresses.Read(i, new AddressText(utf16[..length], utf8[..bytes]));
        }
    }

    /// <summary>
    /// Writes the next address. Allocates no garbage, which would distort the measurement of a form.
    /// </summary>
    /// <returns>The length of the address, in chars.</returns>
    public int Next(Span<char> destination)
    {
        int length = WriteUser(destination);
        destination[length++] = '@';
        length += Write(s_servers[_serverRanks.Next(ref _random)], destination[length..]);
        ulong chance = _random.Next() % 16;
        if (chance == 0)
        {
            return length;
        }

        destination[length++] = '/';
        length += Write(s_resources[_resourceRanks.Next(ref _random)], destination[length..]);
        if (chance == 1)
        {
            destination[length++] = '.';
            ((uint)_random.Next()).TryFormat(destination[length..], out int digits, "x8", CultureInfo.InvariantCulture);
            length += digits;
        }

        return length;
    }

    private static int Write(string text, Span<char> destination)
    {
        text.CopyTo(destination);
        return text.Length;
    }

    private int WriteUser(Span<char> destination)
    {
        const string Consonants = "bdfghjklmnprstvz";
        const string Vowels = "aeiouaei";
        ulong bits = _random.Next();
        int length = 4 + (2 * (int)(bits & 1));
        for (int i = 0; i < length; i += 2)
        {
            destination[i] = Consonants[(int)(bits >> (8 + (8 * i))) & 15];
            destination[i + 1] = Vowels[(int)(bits >> (12 + (8 * i))) & 7];
        }

        switch ((bits >> 1) & 63)
        {
            case 0:
                destination[1] = '\u00FC';
                break;
            case 1:
                destination[0] = char.ToUpperInvariant(destination[0]);
                break;
        }

        // A number below 10, 100, 1,000 or 10,000; the four limits are equally likely.
        int limit = (int)Math.Pow(10, 1 + (bits >> 62));
        _random.Next(limit).TryFormat(destination[length..], out int digits, provider: CultureInfo.InvariantCulture);
        return length + digits;
    }
}
