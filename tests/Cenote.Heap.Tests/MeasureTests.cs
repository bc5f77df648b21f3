using Cenote.Tool.Heaps;

namespace Cenote.Heap.Tests;

[Collection(OtherVictimTests.Name)]
public sealed class MeasureTests(VictimFixture fixture, MeasureTests.Labels labels) : IClassFixture<MeasureTests.Labels>
{
    [PtraceFact(IsLong = true)]
    public void The_worst_places_are_measured_with_their_own_strings()
    {
        (IReadOnlyList<HeapMeasurement> measurements, IReadOnlyList<string> notMeasured) = labels.Measured;

        HeapMeasurement measured = Assert.Single(measurements);
        Assert.Empty(notMeasured);
        Assert.Equal(Victim.Holdings.WestLabels, measured.Strings);
        Assert.Equal("interning", measured.Section.Name);
        Assert.All(measured.Section.Steps, step => Assert.NotEmpty(step.Timing.Rivals));
        Assert.NotEmpty(measured.Advice);
    }

    [PtraceFact(IsLong = true)]
    public void Of_two_types_of_one_name_the_one_is_measured_that_the_advice_is_about()
    {
        HeapMeasurement measured = Assert.Single(labels.Measured.Measured);

        Assert.Equal("Cenote.Heap.Victim.West.Label.Text", measured.Place);
        Assert.Equal(Victim.Holdings.WestLabels, measured.Strings);
    }

    [PtraceFact(IsLong = true)]
    public void What_is_not_measured_is_told()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source);
        HeapCensus census = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None);
        PlaceCensus large = census.Places.Single(place => place.Name == "Large.Text");

        string tooLong = Assert.Single(Measure(reader, census, Advice(large)).NotMeasured);
        string nothing = Assert.Single(Measure(reader, census, [.. HeapRules.Advise(census with { Places = [] })]).NotMeasured);

        Assert.StartsWith("Large.Text was not measured: fewer than 2 of its strings", tooLong, StringComparison.Ordinal);
        Assert.StartsWith("Nothing was measured", nothing, StringComparison.Ordinal);
    }

    [PtraceFact]
    public void A_shared_collection_needs_no_measurement()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source);
        HeapCensus census = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None);
        HeapAdvice advice = Advice(census.Places.Single(place => place.Name == "Customer.City")) with
        {
            Recommends = HeapRules.SharedCollection,
        };

        (IReadOnlyList<HeapMeasurement> measured, IReadOnlyList<string> notMeasured) = Measure(reader, census, advice);

        Assert.Empty(measured);
        Assert.Equal(["Customer.City was not measured: the saving of one shared collection is counted instead."], notMeasured);
    }

    /// <summary>A measurement of the strings of one type, while another type has the same name.</summary>
    public sealed class Labels
    {
        private readonly Lazy<(IReadOnlyList<HeapMeasurement> Measured, IReadOnlyList<string> NotMeasured)> _measured;

        public Labels(VictimFixture fixture) => _measured = new(() =>
        {
            using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
            using var reader = new HeapReader(source);
            HeapCensus census = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None);
            return Measure(
                reader, census, Advice(census.Places.Single(place => place.FullName == "Cenote.Heap.Victim.West.Label.Text")));
        });

        internal (IReadOnlyList<HeapMeasurement> Measured, IReadOnlyList<string> NotMeasured) Measured => _measured.Value;
    }

    private static HeapAdvice Advice(PlaceCensus place) =>
        new(place.Name, place.FullName, "StringInterner", 1, 0, false, 1, 0, "");

    private static (IReadOnlyList<HeapMeasurement> Measured, IReadOnlyList<string> NotMeasured) Measure(
        HeapReader reader, HeapCensus census, params HeapAdvice[] advice) =>
        new HeapMeasuring(TimeSpan.FromMilliseconds(2)).Measure(reader, census, advice, (_, _) => { }, CancellationToken.None);
}
