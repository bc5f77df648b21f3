using System.Globalization;
using System.Text.Unicode;
using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Feed;

/// <summary>
/// Generates products, the same ones in every process. The number of a product determines its SKU, its brand, a part of its name
/// and, in most versions, its category; number and version together determine the rest. The 5,000 brands are Zipf-distributed, so
/// that the first brand has about a tenth of all products; the 180 categories are equally frequent. About one name in six is not
/// ASCII.
/// </summary>
internal sealed class ProductSource
{
    /// <summary>The maximum length of a line, in bytes.</summary>
    public const int MaximumLineBytes = 512;

    private static readonly string[] s_qualities =
    [
        "Light", "Heavy", "Folding", "Compact", "Classic", "Outdoor", "Crème", "Silent", "Double", "Cordless", "Modern", "Rustic",
    ];

    private static readonly string[] s_materials =
        ["Oak", "Steel", "Wool", "Linen", "Copper", "Bamboo", "Glass", "Leather", "Cotton", "Granite", "Cork", "Façade"];

    private static readonly string[] s_rooms =
        ["Kitchen", "Garden", "Office", "Bath", "Hall", "Workshop", "Nursery", "Cellar", "Terrace", "Studio", "Library", "Garage"];

    private static readonly string[] s_things =
    [
        "Chair", "Lamp", "Shelf", "Table", "Basket", "Kettle", "Blanket", "Mirror", "Bench", "Clock", "Drawer", "Hook", "Ladder",
        "Tray", "Curtain",
    ];

    private static readonly string[] s_phrases =
    [
        "ships in a day", "made by hand", "needs no tools", "easy to clean", "for small rooms", "with spare parts", "dries quickly",
        "keeps its shape", "ten years of warranty", "also for rent", "without packaging", "from one piece",
    ];

    private static readonly string[] s_brands = [.. Enumerable.Range(0, 5_000).Select(BrandName)];

    private static readonly string[] s_categories =
        [.. s_rooms.SelectMany(static room => s_things.Select(thing => $"{room} {thing}s"))];

    private static readonly ZipfSampler s_brandRanks = new(s_brands.Length);

    /// <summary>A random brand; common ones are more likely.</summary>
    public static string Brand(ref SplitMix64 random) => s_brands[s_brandRanks.Next(ref random)];

    /// <summary>A random category.</summary>
    public static string Category(ref SplitMix64 random) => s_categories[random.Next(s_categories.Length)];

    /// <summary>The SKU of a product.</summary>
    public static string Sku(int number) => string.Create(CultureInfo.InvariantCulture, $"{Prefix(number)}-{number:d8}");

    /// <summary>Writes a product as a line of the feed.</summary>
    /// <param name="number">The number of the product.</param>
    /// <param name="version">The version of the product, from 0.</param>
    /// <param name="line">Receives the line; <see cref="MaximumLineBytes"/> suffice.</param>
    /// <returns>The length of the line in bytes, without a line end.</returns>
    public static int Write(int number, uint version, Span<byte> line)
    {
        var ofNumber = new SplitMix64((ulong)number);
        var ofVersion = new SplitMix64(((ulong)version << 32) + (uint)number);
        string brand = Brand(ref ofNumber);

        // One version in fifty changes the category of the product.
        ref SplitMix64 ofCategory = ref ofVersion;
        if (version % 50 != 49)
        {
            ofCategory = ref ofNumber;
        }

        string category = Category(ref ofCategory);
        Utf8.TryWrite(
            line,
            CultureInfo.InvariantCulture,
            $"{Prefix(number)}-{number:d8}\t{Pick(s_qualities, ref ofVersion)} {Pick(s_materials, ref ofNumber)} "
            + $"{Pick(s_things, ref ofNumber)} {ofVersion.Next(1_000)}\t{Pick(s_phrases, ref ofVersion)}, "
            + $"{Pick(s_phrases, ref ofVersion)} and {Pick(s_phrases, ref ofVersion)}\t{brand}\t{category}\t"
            + $"{ofVersion.Next(100_000)}\t{ofVersion.Next(500)}",
            out int bytes);
        return bytes;
    }

    /// <summary>Writes the line that removes a product.</summary>
    public static int WriteRemoval(int number, Span<byte> line)
    {
        Utf8.TryWrite(
            line, CultureInfo.InvariantCulture, $"{Prefix(number)}-{number:d8}", out int bytes);
        return bytes;
    }

    private static string Prefix(int number) => (number % 4) switch
    {
        0 => "KT",
        1 => "GA",
        2 => "OF",
        _ => "WS",
    };

    private static string Pick(string[] texts, ref SplitMix64 random) => texts[random.Next(texts.Length)];

    private static string BrandName(int rank)
    {
        const string Consonants = "bdfgklmnprstvz";
        const string Vowels = "aeiou";
        var random = new SplitMix64((ulong)rank);
        return string.Create(8, random, static (name, random) =>
        {
            for (int i = 0; i < name.Length; i += 2)
            {
                name[i] = Consonants[random.Next(Consonants.Length)];
                name[i + 1] = Vowels[random.Next(Vowels.Length)];
            }

            name[0] = char.ToUpperInvariant(name[0]);
        });
    }
}
