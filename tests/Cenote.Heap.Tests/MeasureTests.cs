using Cenote.Tool.Heaps;

namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public sealed class MeasureTests(VictimFixture fixture)
{
    [PtraceFact]
    public void The_worst_places_are_measured_with_their_own_strings()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source);
        HeapCensus census = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None);
        PlaceCensus cities = census.Places.Single(place => place.Name == "Customer.City");
        var advice = new HeapAdvice(cities.Name, "StringInterner", 1, false, 1, 0, "");

        HeapMeasurement measured = Assert.Single(new HeapMeasuring(TimeSpan.FromMilliseconds(2)).Measure(
            reader, census, [advice], (_, _) => { }, CancellationToken.None));

        Assert.Equal(Victim.Holdings.Customers, measured.Strings);
        Assert.Equal("interning", measured.Section.Name);
        Assert.All(measured.Section.Steps, step => Assert.NotEmpty(step.Timing.Rivals));
        Assert.NotEmpty(measured.Advice);
    }
}
