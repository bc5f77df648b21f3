using System.Security.Cryptography;
using System.Text;
using Cenote.Samples.Rows.Generating;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Tests.Generating;

public sealed class RowGeneratorTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_is_the_same_on_every_machine()
    {
        string path = _folder.NewPath();
        new RowGenerator(400, seed: 1).Write(path, 200_000);

        Assert.Equal("5B0AAEDDB486EB11", Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))[..16]);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 10)]
    [InlineData(65_536, 3)]
    [InlineData(200_001, 400)]
    public void There_are_as_many_rows_and_stations_as_asked_for(int rows, int stations)
    {
        string path = _folder.NewPath();
        new RowGenerator(stations, seed: 7).Write(path, rows);

        Totals totals = RowFile<PlainTable>.Read(path, 2);

        Assert.Equal(rows, totals.Rows);
        Assert.Equal(Math.Min(rows, stations), totals.Count);
    }

    [Fact]
    public void Another_seed_gives_other_rows()
    {
        string first = _folder.NewPath();
        string second = _folder.NewPath();
        new RowGenerator(400, seed: 1).Write(first, 100);
        new RowGenerator(400, seed: 2).Write(second, 100);

        Assert.NotEqual(File.ReadAllText(first), File.ReadAllText(second));
    }

    [Fact]
    public void Names_are_different_and_some_are_long_and_some_not_ASCII()
    {
        byte[][] names = [.. StationNames.Make(RowGenerator.MostStations, seed: 3).Select(Encoding.UTF8.GetBytes)];

        Assert.Equal(RowGenerator.MostStations, names.Select(Convert.ToHexString).Distinct().Count());
        Assert.All(names, name => Assert.True(Row.IsName(name) && !name.Contains((byte)';')));
        Assert.InRange(names.Count(name => !Ascii.IsValid(name)), RowGenerator.MostStations / 20, RowGenerator.MostStations / 8);
        Assert.Contains(names, name => name.Length > Row.LongestName * 3 / 4);
    }

    [Fact]
    public void A_file_that_is_there_stays()
    {
        string path = _folder.Write("mine");

        Assert.Throws<IOException>(() => new RowGenerator(1, 1).Write(path, 1));
        Assert.Equal("mine", File.ReadAllText(path));
    }

    [Fact]
    public void Nothing_is_left_of_a_file_whose_making_was_cancelled()
    {
        string path = _folder.NewPath();

        Assert.Throws<OperationCanceledException>(
            () => new RowGenerator(1, 1).Write(path, 1, new CancellationToken(canceled: true)));
        Assert.False(File.Exists(path));
    }
}
