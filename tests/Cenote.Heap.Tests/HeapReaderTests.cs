using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Cenote.Heap.Victim;
using Cenote.Tool.Heaps;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap.Tests;

[Collection(OtherVictimTests.Name)]
public sealed class HeapReaderTests(VictimFixture fixture)
{
    private static readonly TimeSpan s_soak = TimeSpan.FromSeconds(
        double.TryParse(Environment.GetEnvironmentVariable("CENOTE_SOAK_SECONDS"), CultureInfo.InvariantCulture, out double seconds)
            ? seconds
            : 0);

    [PtraceFact]
    public void Every_place_of_a_dump_has_the_strings_that_are_known() => AssertKnown(fixture.Census);

    [PtraceFact]
    public void Dictionaries_of_objects_are_told_from_those_of_numbers_and_all_their_references_are_counted()
    {
        PlaceCensus objects = fixture.Census.Places.Single(place => place.Name == "Holdings._byName → Dictionary<string, Customer>");
        PlaceCensus numbers = fixture.Census.Places.Single(place => place.Name == "Holdings._byKey → Dictionary<string, int>");
        PlaceCensus shared = fixture.Census.Places.Single(place => place.Name == "Holdings._blobs → ConcurrentDictionary<string, byte[]>");

        Assert.True(objects.HasReferenceValues && shared.HasReferenceValues);
        Assert.False(numbers.HasReferenceValues);
        Assert.Equal((8, 8, 4), (objects.ValueSize, shared.ValueSize, numbers.ValueSize));
        Assert.All([objects, numbers, shared], place => Assert.True(place.AllReferences >= place.References && place.References > 0));
    }

    [PtraceFact]
    public void Strings_counted_in_another_place_are_not_counted_again()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source) { MinOwnerShare = 0 };
        IReadOnlyList<PlaceCensus> places = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None).Places;
        PlaceCensus names = Place(places, "Customer.Name");
        PlaceCensus keys = Place(places, "Holdings._byName → Dictionary<string, Customer>");
        PlaceCensus cities = Place(places, "Customer.City");

        using var all = new InternedPlaces(names, cities);
        using var named = new InternedPlaces(names, keys);

        (long, long) repeated = (cities.Strings - cities.Distinct, cities.RepeatedBytes);
        Assert.Equal((0, 0), all.RepeatedIn(cities));
        Assert.Equal((0, 0), all.RepeatedIn(keys));
        Assert.Equal(repeated, named.RepeatedIn(cities));
        named.Add(cities);
        Assert.Equal((0, 0), named.RepeatedIn(cities));
        named.Keep(2);
        Assert.Equal(repeated, named.RepeatedIn(cities));
    }

    [PtraceFact]
    public void The_strings_of_every_kind_of_collection_belong_to_the_field_that_leads_to_it()
    {
        IEnumerable<string> owners = typeof(Shelves)
            .GetFields(BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance)
            .Where(field => field.Name is not ("_contains" or "_generic"))
            .Select(field => field.Name switch
            {
                // The report names the program's own type between the field and the strings.
                "_wide" => $"{typeof(Wide).FullName}.{nameof(Wide.Last)}",
                "_row" => $"{typeof(Row).FullName}._element",
                "_derived" => typeof(Headers).FullName!,
                "_pair" => $"{typeof(Pair).FullName}.{nameof(Pair.Texts)}",
                "_closure" => fixture.AllPlaces.Single(place => place.Owner?.EndsWith(".captured", StringComparison.Ordinal) == true).Owner!,
                _ => $"{typeof(Shelves).FullName}.{field.Name}",
            });

        ILookup<string?, PlaceCensus> places = fixture.AllPlaces.ToLookup(place => place.Owner);
        Assert.Equal(
            owners.Select(owner => (owner, (long)Shelves.Strings)),
            owners.Select(owner => (owner, places[owner].Sum(place => place.Strings))));
    }

    [PtraceFact]
    public void Static_fields_of_generic_types_are_owners_by_name_if_the_type_has_objects()
    {
        ILookup<string?, PlaceCensus> places = fixture.AllPlaces.ToLookup(place => place.Owner);

        Assert.Equal(Shelves.Strings, Assert.Single(places["Cenote.Heap.Victim.Generic<System.String>.s_items"]).Strings);
        Assert.True(places["static field"].Single(place => place.Name == "static field → string[]").Strings >= Shelves.Strings);
    }

    [PtraceFact]
    public void Arrays_of_strings_belong_to_the_field_that_has_them()
    {
        PlaceCensus tags = Place(fixture.AllPlaces, "Holdings._tags → string[]");

        Assert.Equal(PlaceKind.Array, tags.Kind);
        Assert.Equal((Holdings.Tags, Holdings.Tags, Holdings.DistinctTags), (tags.References, tags.Strings, tags.Distinct));
        Assert.Equal((1, 24 + (8 * Holdings.Tags)), (tags.Holders, tags.HolderBytes));
    }

    [PtraceFact]
    public void Small_owners_are_merged_into_one_row_and_nothing_is_lost()
    {
        Assert.DoesNotContain(fixture.Census.Places, place => place.Name.StartsWith("Shelves._array", StringComparison.Ordinal));
        Assert.Equal(
            fixture.AllPlaces.Where(place => place.Name.EndsWith("string[]", StringComparison.Ordinal)).Sum(place => place.References),
            fixture.Census.Places.Where(place => place.Name.EndsWith("string[]", StringComparison.Ordinal)).Sum(place => place.References));
    }

    [PtraceFact]
    public void A_small_owner_of_most_strings_of_its_kind_keeps_its_row() =>
        Assert.Equal(Shelves.Strings, Place(fixture.Census, "Shelves._ordered → OrderedDictionary<string, int> keys").Strings);

    [PtraceFact]
    public void With_fewer_texts_at_once_the_strings_are_the_same()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source, textsAtOnce: 10_000);
        HeapCensus census = reader.Read(10, showTexts: true, (_, _) => { }, CancellationToken.None);

        AssertKnown(census);
        Assert.Equal(fixture.Census.Texts, census.Texts);
        Assert.Equal(fixture.Census.Strings.DistinctBytes, census.Strings.DistinctBytes);
        Assert.Equal(fixture.Census.TopTexts.Select(text => text.RepeatedBytes), census.TopTexts.Select(text => text.RepeatedBytes));
    }

    [PtraceFact]
    public void A_process_that_stands_still_has_the_same_strings_and_goes_on()
    {
        using HeapSource source = HeapSource.Attach(fixture.Victim.Id, dac: null, (_, _) => { }, CancellationToken.None);

        fixture.Victim.AssertRuns();
        HeapCensus live = Read(source);

        AssertKnown(live);
        Assert.InRange(source.Copy!.Value.Time, TimeSpan.FromTicks(1), source.Standstill!.Value);
        Assert.InRange(source.Copy.Value.Bytes, live.Strings.Bytes, 2 * live.Bytes);
    }

    [PtraceFact]
    public void A_process_goes_on_when_its_longest_standstill_is_over()
    {
        HeapException exception = Assert.Throws<HeapException>(() => HeapSource.Attach(
            fixture.Victim.Id, dac: null, (_, _) => { }, CancellationToken.None, longest: TimeSpan.FromTicks(1)));

        fixture.Victim.AssertRuns();
        Assert.Contains("allow more time with --longest-standstill", exception.Message, StringComparison.Ordinal);
        using HeapSource source = HeapSource.Attach(
            fixture.Victim.Id, dac: null, (_, _) => { }, CancellationToken.None, longest: TimeSpan.FromHours(1));
        AssertKnown(Read(source));
    }

    [PtraceFact]
    public void A_process_with_the_server_collector_has_the_same_strings()
    {
        using var server = new VictimProcess(environment: [("DOTNET_gcServer", "1"), ("DOTNET_GCHeapCount", "2")]);
        using HeapSource source = HeapSource.Attach(server.Id, dac: null, (_, _) => { }, CancellationToken.None);

        Assert.True(source.IsServer);
        AssertKnown(Read(source));
        server.AssertRuns();
    }

    [PtraceFact]
    public void A_dump_of_a_process_with_the_server_collector_has_the_same_strings()
    {
        using var server = new VictimProcess(environment: [("DOTNET_gcServer", "1"), ("DOTNET_GCHeapCount", "2")]);
        using HeapSource source = ProcessDump.Take(server.Id, keep: null, dac: null, (_, _) => { }, CancellationToken.None);

        Assert.True(source.IsServer);
        AssertKnown(Read(source));
        server.AssertRuns();
    }

    [PtraceFact]
    public void Threads_that_copy_at_the_same_time_miss_nothing_however_often_they_do()
    {
        long start = Stopwatch.GetTimestamp();
        long objects = fixture.Census.Objects;
        for (int round = 0; round < 5 || Stopwatch.GetElapsedTime(start) < s_soak; round++)
        {
            using HeapSource source = HeapSource.Attach(fixture.Victim.Id, dac: null, (_, _) => { }, CancellationToken.None);
            HeapCensus census = Read(source);

            AssertKnown(census);
            Assert.Equal(0, census.UnreadBytes);

            // The process keeps running and allocates objects, so the number of objects differs slightly.
            Assert.InRange(census.Objects, objects - 10_000, objects + 10_000);
        }

        fixture.Victim.AssertRuns();
    }

    [PtraceFact]
    public void A_process_without_regions_has_the_same_strings()
    {
        using var segments = new VictimProcess(environment: [("DOTNET_GCName", "libclrgc.so")]);
        using HeapSource source = HeapSource.Attach(segments.Id, dac: null, (_, _) => { }, CancellationToken.None);

        AssertKnown(Read(source));
    }

    [PtraceFact]
    public void Totals_are_those_of_the_enumeration_of_ClrMD()
    {
        long objects = 0;
        long bytes = 0;
        long strings = 0;
        var texts = new HashSet<string>(StringComparer.Ordinal);
        using (var target = DataTarget.LoadDump(fixture.Dump))
        {
            ClrRuntime runtime = DacLocator.CreateRuntime(target.ClrVersions[0], null, null);
            foreach (ClrObject found in runtime.Heap.EnumerateObjects().Where(found => !found.IsFree))
            {
                objects++;
                bytes += (long)(found.Size + 7) & ~7L;
                if (found.Type!.IsString)
                {
                    strings++;
                    texts.Add(found.AsString(int.MaxValue)!);
                }
            }
        }

        HeapCensus census = fixture.Census;
        Assert.Equal(objects, census.Objects);
        Assert.Equal(strings, census.Strings.Strings + census.Literals);
        Assert.Equal(texts.Count, census.Texts);
        Assert.Equal(bytes, census.Bytes);
        Assert.Equal(0, census.UnreadBytes);
    }

    [PtraceFact]
    public void All_kinds_of_segments_are_walked()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var target = DataTarget.LoadDump(fixture.Dump);
        ClrRuntime runtime = DacLocator.CreateRuntime(target.ClrVersions[0], null, null);
        GCSegmentKind[] kinds = [.. runtime.Heap.Segments.Select(segment => segment.Kind).Distinct()];

        Assert.Contains(GCSegmentKind.Frozen, kinds);
        Assert.Contains(GCSegmentKind.Large, kinds);
        Assert.Contains(GCSegmentKind.Pinned, kinds);
        Assert.Equal(runtime.Heap.Segments.Sum(segment => (long)segment.ObjectRange.Length), source.Layout.TotalBytes);
        Assert.Contains(source.Layout.Ranges, range => range.Age == HeapAge.Literal);
    }

    [PtraceFact]
    public void What_cannot_be_read_is_counted_by_its_reason()
    {
        AssertUnread(isMissing: true);
        AssertUnread(isMissing: false);
    }

    private void AssertUnread(bool isMissing)
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        HeapRange range = source.Layout.Ranges.Where(range => range.Age == HeapAge.Old).MaxBy(range => range.Length);
        ulong start = range.Start + (ulong)(range.Length / 2 / HeapWalker.BlockBytes * HeapWalker.BlockBytes);
        var damaged = new DamagedMemory(source.Memory, start, range.End, isMissing ? null : (byte)0xA5);
        var walker = new HeapWalker(source.Layout, damaged, source.Types);
        var visitor = new Notes();

        walker.Walk(ref visitor, _ => { }, CancellationToken.None);

        Assert.InRange(walker.UnreadBytes, 1, range.Length);
        Assert.Equal(isMissing ? walker.UnreadBytes : 0, walker.MissingBytes);
    }

    [PtraceFact]
    public void Objects_after_room_that_no_thread_has_filled_are_found()
    {
        const int Lost = 10;
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        HeapPosition[] all = Walk(source, source.Memory, out _);
        HeapPosition[] young =
        [
            .. all.Where(at => at.Age == HeapAge.Young).GroupBy(at => at.Range).MaxBy(range => range.Count())!,
        ];
        ulong start = young[young.Length / 2].Address;
        ulong end = young[(young.Length / 2) + Lost].Address;

        HeapPosition[] found = Walk(source, new DamagedMemory(source.Memory, start, end, 0), out HeapWalker walker);

        Assert.Equal(all.Where(at => at.Address < start || at.Address >= end), found);
        Assert.Equal(all.Length - Lost, found.Length);
        Assert.Equal(0, walker.UnreadBytes);

        static HeapPosition[] Walk(HeapSource source, IHeapMemory memory, out HeapWalker walker)
        {
            var visitor = new Notes();
            walker = new HeapWalker(source.Layout, memory, source.Types);
            walker.Walk(ref visitor, _ => { }, CancellationToken.None);
            return [.. visitor.Positions];
        }
    }

    [PtraceFact]
    public void A_sample_of_a_place_has_all_strings_of_some_of_its_texts()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source);
        PlaceCensus cities = Place(reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None), "Customer.City");

        List<string> all = [];
        reader.Sample(cities, Holdings.Customers, 100, all.Add);
        List<string> some = [];
        reader.Sample(cities, Holdings.Customers / 4, 100, some.Add);

        Assert.Equal(Holdings.Customers, all.Count);
        Assert.InRange(some.Count, Holdings.Customers / 10, Holdings.Customers / 2);
        Assert.All(
            some.GroupBy(text => text, StringComparer.Ordinal),
            texts => Assert.Equal(Holdings.Customers / Holdings.Cities, texts.Count()));
    }

    [PtraceFact]
    public void A_sample_of_a_place_with_few_texts_has_some_of_all_strings()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source);
        PlaceCensus boxes = Place(reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None), "Box<string>.Value");

        List<string> some = [];
        reader.Sample(boxes, Holdings.Boxes / 4, 100, some.Add);

        Assert.InRange(some.Count, Holdings.Boxes / 8, Holdings.Boxes / 2);
        Assert.Equal(2, some.Distinct(StringComparer.Ordinal).Count());
    }

    private static void AssertKnown(HeapCensus census)
    {
        AssertPlace("Customer.City", PlaceKind.Field, Holdings.Customers, Holdings.Customers, Holdings.Cities);
        AssertPlace("Customer.Country", PlaceKind.Field, Holdings.Customers, Holdings.Countries, Holdings.Countries);
        AssertPlace("Customer.Name", PlaceKind.Field, Holdings.Customers, Holdings.Customers, Holdings.Customers);
        AssertPlace("Customer.Password", PlaceKind.Field, Holdings.Customers, Holdings.Customers, 1);
        AssertPlace("Money.Currency", PlaceKind.Field, Holdings.Orders, Holdings.Orders, Holdings.Currencies);
        AssertPlace("Box<string>.Value", PlaceKind.Field, Holdings.Boxes, Holdings.Boxes, 2);
        AssertPlace("Note.Text", PlaceKind.Field, Holdings.Boxes, Holdings.Boxes, 4);
        AssertPlace("Cenote.Heap.Victim.East.Label.Text", PlaceKind.Field, Holdings.EastLabels, Holdings.EastLabels, 3);
        AssertPlace("Cenote.Heap.Victim.West.Label.Text", PlaceKind.Field, Holdings.WestLabels, Holdings.WestLabels, 7);
        AssertPlace("Holdings._byKey → Dictionary<string, int>", PlaceKind.Keys, Holdings.Keys, Holdings.Keys, Holdings.Keys, isLeast: true);
        AssertPlace("Large.Text", PlaceKind.Field, Holdings.LargeTexts, Holdings.LargeTexts, 1);
        AssertPlace(
            "Holdings._byName → Dictionary<string, Customer>", PlaceKind.Keys, Holdings.Customers, Holdings.Customers, Holdings.Customers);
        AssertPlace(
            "Holdings._blobs → ConcurrentDictionary<string, byte[]>", PlaceKind.ConcurrentKeys, Holdings.Blobs, Holdings.Blobs, Holdings.Blobs);
        AssertPlace("Holdings._codes → HashSet<string>", PlaceKind.SetItems, Holdings.Codes, Holdings.Codes, Holdings.Codes);
        AssertPlace(
            "Copies._sets → HashSet<string>",
            PlaceKind.SetItems,
            Copies.Count * Copies.Entries,
            Copies.Count * Copies.Entries,
            Copies.Entries);

        PlaceCensus blobs = Place(census, "Holdings._blobs → ConcurrentDictionary<string, byte[]>");
        Assert.Equal(Holdings.Blobs * (24 + Holdings.BlobBytes), blobs.ValueBytes);
        Assert.Equal(
            (Holdings.Blobs, blobs.ValueBytes, Holdings.Blobs * Holdings.BlobBytes),
            (blobs.OwnValues, blobs.OwnValueBytes, blobs.ValueCopyBytes));

        // Every seventh value is not a byte array.
        PlaceCensus cache = Place(census, "MemoryCache");
        Assert.Equal((PlaceKind.CacheKeys, Holdings.CacheEntries), (cache.Kind, cache.Strings));
        Assert.Equal(Holdings.CacheEntries * 6 / 7 * (24 + Holdings.BlobBytes), cache.ValueBytes);
        Assert.All(
            census.Places, place => Assert.Equal(place.Owner is not null || place.Kind == PlaceKind.CacheKeys || !place.FullName.StartsWith("System.", StringComparison.Ordinal), place.HasOwner));
        PlaceCensus large = Place(census, "Large.Text");
        Assert.Equal(Holdings.LargeTexts * TextCensus.BytesOf(Holdings.LargeChars), large.Bytes);
        Assert.Equal((Holdings.LargeTexts - 1) * TextCensus.BytesOf(Holdings.LargeChars), large.RepeatedBytes);
        Assert.DoesNotContain(census.Places, place => place.Name == "Customer.Kind");

        // The names are also keys of a dictionary, so Customer.Name does not own them alone.
        Assert.Equal(0, Place(census, "Customer.Name").OwnBytes);
        PlaceCensus cities = Place(census, "Customer.City");
        Assert.Equal(cities.Bytes, cities.OwnBytes);

        // With isLeast, the place may contain other strings of the program, too.
        void AssertPlace(string name, PlaceKind kind, long references, long strings, long distinct, bool isLeast = false)
        {
            PlaceCensus place = Place(census, name);
            Assert.Equal(kind, place.Kind);
            if (isLeast)
            {
                Assert.InRange(place.References, references, references + 2_000);
                Assert.InRange(place.Strings, strings, strings + 2_000);
                Assert.InRange(place.Distinct, distinct, distinct + 2_000);
            }
            else
            {
                Assert.Equal((name, references, strings, distinct), (name, place.References, place.Strings, place.Distinct));
            }
        }
    }

    private static PlaceCensus Place(HeapCensus census, string name) => Place(census.Places, name);

    private static PlaceCensus Place(IReadOnlyList<PlaceCensus> places, string name)
    {
        PlaceCensus? found = places.SingleOrDefault(place => place.Name == name);
        Assert.True(found is not null, $"No {name} in: {string.Join(", ", places.Select(place => place.Name))}");
        return found;
    }

    /// <summary>Memory with a part that is missing or filled with one byte.</summary>
    private sealed class DamagedMemory(IHeapMemory memory, ulong start, ulong end, byte? garbage) : IHeapMemory
    {
        public int Read(ulong address, Span<byte> destination)
        {
            int read = memory.Read(address, destination);
            if (address + (ulong)read <= start || address >= end)
            {
                return read;
            }

            int sound = address < start ? (int)(start - address) : 0;
            destination[sound..(int)Math.Min((ulong)read, end - address)].Fill(garbage ?? 0);
            return garbage is null ? sound : read;
        }
    }

    /// <summary>Records the addresses of objects.</summary>
    private readonly struct Notes() : IHeapVisitor
    {
        public List<HeapPosition> Positions { get; } = [];

        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size) => Positions.Add(at);
    }

    private static HeapCensus Read(HeapSource source)
    {
        using var reader = new HeapReader(source);
        return reader.Read(10, showTexts: false, (_, _) => { }, CancellationToken.None);
    }
}
