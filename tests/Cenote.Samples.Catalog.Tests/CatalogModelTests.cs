using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Feed;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Samples.Catalog.Tests;

/// <summary>Both versions of the catalog return the same responses, byte for byte, after random updates.</summary>
public sealed class CatalogModelTests(ITestOutputHelper output)
{
    private const int Products = 400;
    private const int Steps = 20_000;

    [LongFact]
    public void Random_updates_leave_both_forms_with_the_same_answers()
    {
        int seed = Environment.GetEnvironmentVariable("CENOTE_SEED") is { Length: > 0 } text
            ? int.Parse(text, CultureInfo.InvariantCulture)
            : Random.Shared.Next();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        using var plain = new PlainCatalog();
        using var cenote = new CenoteCatalog();
        var skus = new HashSet<string>(StringComparer.Ordinal);
        for (int step = 0; step < Steps; step++)
        {
            string line = Line(random, out string sku, out string brand, out string category, out bool removes);
            byte[] utf8 = Encoding.UTF8.GetBytes(line);
            Assert.True(FeedReader.Apply(plain, utf8) && FeedReader.Apply(cenote, utf8), $"Seed {seed}: {line}");
            _ = removes ? skus.Remove(sku) : skus.Add(sku);

            Assert.Equal((skus.Count, skus.Count), (plain.Count, cenote.Count));
            Assert.Equal(Answer(plain, sku, brand, category, step % 3), Answer(cenote, sku, brand, category, step % 3));
            Assert.Equal(skus.Contains(sku), plain.TryWrite(sku, new Utf8JsonWriter(Stream.Null)));
        }
    }

    [Fact]
    public void The_feed_leaves_both_forms_with_the_same_answers()
    {
        using var plain = new PlainCatalog();
        using var cenote = new CenoteCatalog();
        var feed = new UpdateFeed(Products);
        byte[] batch = new byte[100 * ProductSource.MaximumLineBytes];
        for (int i = 0; i < 100; i++)
        {
            foreach (Range line in Lines(batch.AsSpan(0, feed.Next(100, batch))))
            {
                Assert.True(FeedReader.Apply(plain, batch.AsSpan(line)) && FeedReader.Apply(cenote, batch.AsSpan(line)));
            }
        }

        for (int number = 0; number < Products; number++)
        {
            string sku = ProductSource.Sku(number);
            Assert.Equal(Answer(plain, sku, "", "", 0), Answer(cenote, sku, "", "", 0));
        }

        Assert.InRange(plain.Count, Products * 9 / 10, Products - 1);
    }

    [Fact]
    public void A_product_is_written_as_it_came()
    {
        using var plain = new PlainCatalog();
        using var cenote = new CenoteCatalog();
        foreach (ICatalog catalog in (ICatalog[])[plain, cenote])
        {
            FeedReader.Apply(catalog, "a-1\tSmall \"lamp\"\tCrème\tLumo\tHall Lamps\t1999\t3"u8);

            Assert.Equal(
                """
                {"sku":"a-1","name":"Small \u0022lamp\u0022","description":"Cr\u00E8me","brand":"Lumo","category":"Hall Lamps","price":1999,"stock":3}
                """,
                Written(json => catalog.TryWrite("a-1", json)));
        }
    }

    private static List<Range> Lines(ReadOnlySpan<byte> batch)
    {
        var lines = new List<Range>();
        foreach (Range line in batch.Split((byte)'\n'))
        {
            if (line.Start.Value < line.End.Value)
            {
                lines.Add(line);
            }
        }

        return lines;
    }

    // There are few brands and categories, so that their lists are long. Names and descriptions have random lengths.
    private static string Line(Random random, out string sku, out string brand, out string category, out bool removes)
    {
        sku = $"sku-{random.Next(Products)}";
        brand = $"brand {random.Next(4)}{(random.Next(50) == 0 ? new string('b', random.Next(200)) : "é")}";
        category = $"category {random.Next(3)}";
        removes = random.Next(4) == 0;
        return removes
            ? sku
            : $"{sku}\t{Text(random)}\t{Text(random)}\t{brand}\t{category}\t{random.Next()}\t{random.Next(100)}";
    }

    private static string Text(Random random) => random.Next(3) switch
    {
        0 => string.Empty,
        1 => new string('x', random.Next(255)),
        _ => string.Concat(Enumerable.Repeat("ab\"é€😀", random.Next(20))),
    };

    private static string Answer(ICatalog catalog, string sku, string brand, string category, int page) =>
        Written(json => catalog.TryWrite(sku, json))
        + Written(json => catalog.WriteBrand(brand, page, json))
        + Written(json => catalog.WriteCategory(category, page, json));

    private static string Written(Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(buffer);
        write(json);
        json.Flush();
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }
}
