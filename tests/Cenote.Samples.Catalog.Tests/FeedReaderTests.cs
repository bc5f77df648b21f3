using System.IO.Pipelines;
using System.Text;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Feed;

namespace Cenote.Samples.Catalog.Tests;

public sealed class FeedReaderTests
{
    private const string Lamp = "a-1\tLamp\tBright\tLumo\tHall Lamps\t1999\t3";

    [Theory]
    [InlineData("")]
    [InlineData("\t")]
    [InlineData("a-1\tLamp")]
    [InlineData("a-1\tLamp\tBright\tLumo\tHall Lamps\t1999")]
    [InlineData("a-1\tLamp\tBright\tLumo\tHall Lamps\t1999\tmany")]
    [InlineData("a-1\tLamp\tBright\tLumo\tHall Lamps\t-1\t3")]
    [InlineData("a-1\tLamp\tBright\tLumo\tHall Lamps\t1999\t99999999999")]
    [InlineData("\tLamp\tBright\tLumo\tHall Lamps\t1999\t3")]
    [InlineData("a-1\tLamp\tBright\tLumo\tHall Lamps\t1999\t3\tmore")]
    public void What_is_no_line_of_a_feed_changes_nothing(string line) => CheckRefused(Encoding.UTF8.GetBytes(line));

    [Fact]
    public void Texts_that_are_too_long_or_not_UTF8_change_nothing()
    {
        CheckRefused(Encoding.UTF8.GetBytes(new string('a', 256)));
        CheckRefused(Encoding.UTF8.GetBytes(Lamp.Replace("Bright", new string('é', 128), StringComparison.Ordinal)));
        CheckRefused([.. "a-"u8, 0xFF, .. "\tLamp\tBright\tLumo\tHall Lamps\t1999\t3"u8]);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(4_000)]
    public async Task Lines_come_in_pieces_of_any_size(int bytes)
    {
        using var catalog = new CenoteCatalog();
        string other = Lamp.Replace("a-1", "a-2", StringComparison.Ordinal);
        byte[] lines = Encoding.UTF8.GetBytes($"{Lamp}\n{other}\na-1\n{Lamp}\na-2");
        var pipe = new Pipe();
        Task<(int Applied, bool Valid)> reading = FeedReader.ReadAsync(catalog, pipe.Reader);
        foreach (byte[] piece in lines.Chunk(bytes))
        {
            await pipe.Writer.WriteAsync(piece);
        }

        await pipe.Writer.CompleteAsync();

        Assert.Equal((5, true), await reading);
        Assert.Equal(1, catalog.Count);
    }

    [Fact]
    public async Task Reading_ends_at_a_wrong_line()
    {
        using var catalog = new PlainCatalog();
        using var lines = new MemoryStream(Encoding.UTF8.GetBytes($"{Lamp}\nwrong\tline\na-1\n"));

        Assert.Equal((1, false), await FeedReader.ReadAsync(catalog, PipeReader.Create(lines)));
        Assert.Equal(1, catalog.Count);
    }

    [Fact]
    public async Task A_line_without_an_end_is_not_collected_for_ever()
    {
        using var catalog = new PlainCatalog();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await pipe.Writer.WriteAsync(new byte[100_000]);

        Assert.Equal((0, false), await FeedReader.ReadAsync(catalog, pipe.Reader));
    }

    private static void CheckRefused(byte[] line)
    {
        using var plain = new PlainCatalog();
        using var cenote = new CenoteCatalog();
        Assert.False(FeedReader.Apply(plain, line) || FeedReader.Apply(cenote, line));
        Assert.Equal(0, plain.Count + cenote.Count);
    }
}
