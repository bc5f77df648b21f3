using System.Text.Json;

namespace Cenote.Measurement.Tests;

public class ReportingTests
{
    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(24, "24 B")]
    [InlineData(0.5, "0.50 B")]
    [InlineData(999, "999 B")]
    [InlineData(1_000, "0.98 KB")]
    [InlineData(1_536, "1.50 KB")]
    [InlineData(-1_536, "-1.50 KB")]
    [InlineData(711.0 * 1024 * 1024, "711 MB")]
    [InlineData(3.0 * (1L << 50), "3,072 TB")]
    public void Bytes_are_written_in_binary_units(double bytes, string text) => Assert.Equal(text, Units.Bytes(bytes));

    [Theory]
    [InlineData(0, "0 ns")]
    [InlineData(9.99, "9.99 ns")]
    [InlineData(9.996, "10.0 ns")]
    [InlineData(99.96, "100 ns")]
    [InlineData(999.6, "1.00 µs")]
    [InlineData(2.395e9, "2.40 s")]
    [InlineData(104e6, "104 ms")]
    public void Times_have_three_significant_digits(double nanoseconds, string text) =>
        Assert.Equal(text, Units.Time(nanoseconds));

    [Theory]
    [InlineData(0, "0 %")]
    [InlineData(0.0001, "< 0.1 %")]
    [InlineData(0.5, "50.0 %")]
    [InlineData(0.9999, "> 99.9 %")]
    [InlineData(1, "100 %")]
    public void Shares_say_all_and_nothing_only_when_they_are(double share, string text) =>
        Assert.Equal(text, Units.Percent(share));

    [Fact]
    public void A_table_lines_up_its_columns()
    {
        var table = new TextTable("rival", "ns");
        table.Add("managed", "9");
        table.Add("ids", "123");

        Assert.Equal("rival     ns\n-------  ---\nmanaged    9\nids      123\n", table.ToString());
        Assert.Throws<ArgumentException>(() => table.Add("one cell"));
    }

    [Fact]
    public void A_comparison_tabulates_every_rival_and_survives_json()
    {
        var collections = new CollectionStatistics(3, 2, 1, 4.5, 2.25);
        var comparison = new Comparison(
            "round trip",
            1,
            7,
            [
                new(
                    "a",
                    9,
                    new(20, 10, 40, 15, 30),
                    new(1, 1, 1, 1, 1),
                    new(1, 1),
                    0,
                    63,
                    CollectionStatistics.None,
                    Verdict.Baseline),
                new(
                    "b",
                    5,
                    new(50, 40, 60, 45, 55),
                    new(2.5, 2, 3, 2.25, 2.75),
                    new(2, 3),
                    24.5,
                    35,
                    collections,
                    Verdict.Slower),
            ]);

        string json = JsonSerializer.Serialize(comparison, MeasurementJson.Default.Comparison);
        Comparison back = JsonSerializer.Deserialize(json, MeasurementJson.Default.Comparison)!;

        Assert.Equal(comparison.Rivals.Select(rival => rival.Nanoseconds), back.Rivals.Select(rival => rival.Nanoseconds));
        Assert.Equal(comparison.Rivals.Select(rival => rival.RatioInterval), back.Rivals.Select(rival => rival.RatioInterval));
        Assert.Equal(comparison.Rivals.Select(rival => rival.Collections), back.Rivals.Select(rival => rival.Collections));
        Assert.Contains("\"verdict\": \"Slower\"", json, StringComparison.Ordinal);
        string[] lines = TextTable.Of(comparison).ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(4, lines.Length);
        Assert.StartsWith("round trip", lines[0], StringComparison.Ordinal);
        Assert.EndsWith("slower", lines[3], StringComparison.Ordinal);
    }

    [Fact]
    public void An_interval_without_bounds_survives_json()
    {
        Comparison comparison = SideBySide.Run(
            "few rounds",
            1,
            [new Rival("a", () => { }), new Rival("b", () => { })],
            new SideBySideOptions { Rounds = 1, WarmupCalls = 1, WarmupPause = TimeSpan.Zero, RoundTime = TimeSpan.Zero });

        string json = JsonSerializer.Serialize(comparison, MeasurementJson.Default.Comparison);

        Assert.Equal(
            new MedianInterval(double.NegativeInfinity, double.PositiveInfinity),
            JsonSerializer.Deserialize(json, MeasurementJson.Default.Comparison)!["b"].RatioInterval);
    }

    [Fact]
    public void The_machine_is_described_without_its_name()
    {
        var machine = MachineInfo.Current();

        Assert.Equal(Environment.ProcessorCount, machine.Cores);
        Assert.InRange(machine.MemoryBytes, 1, long.MaxValue);
        Assert.Contains(".NET 10", machine.Runtime, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', machine.ToString());
    }

    [Fact]
    public void Touching_memory_makes_it_resident()
    {
        long before = ResidentMemory.Bytes;
        byte[] touched = GC.AllocateUninitializedArray<byte>(256 << 20);
        touched.AsSpan().Fill(1);

        Assert.InRange(ResidentMemory.Bytes - before, 128 << 20, long.MaxValue);
        Assert.InRange(ResidentMemory.FreeBytes, 1, long.MaxValue);
        GC.KeepAlive(touched);
    }
}
