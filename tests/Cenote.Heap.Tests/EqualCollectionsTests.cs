using Cenote.Heap.Victim;

namespace Cenote.Heap.Tests;

[Collection(OtherVictimTests.Name)]
public sealed class EqualCollectionsTests(VictimFixture fixture)
{
    private const long Repeated = Copies.Count - 1;

    [PtraceFact]
    public void Dictionaries_with_equal_content_save_all_but_one_array_and_the_strings_of_these()
    {
        (PlaceCensus keys, PlaceCensus values) = Dictionary("_own");
        EqualCollections equal = keys.Equal!;

        Assert.Same(equal, values.Equal);
        Assert.Equal((Copies.Count, 1), (equal.Collections, equal.Contents));
        Assert.Equal(keys.HolderBytes / Copies.Count * Repeated, equal.ArrayBytes);
        Assert.Equal(2 * Copies.Entries * Repeated, equal.Strings);
        Assert.Equal(keys.RepeatedBytes + values.RepeatedBytes, equal.StringBytes);
        Assert.Equal(equal.ArrayBytes + equal.StringBytes, equal.SavedBytes);
        Assert.Equal(Repeated + equal.Strings, equal.SavedObjects);
    }

    [PtraceFact]
    public void Strings_that_the_dictionaries_share_stay()
    {
        (PlaceCensus keys, PlaceCensus values) = Dictionary("_sharedStrings");

        Assert.Same(keys.Equal, values.Equal);
        Assert.Equal(
            new EqualCollections(Copies.Count, 1, keys.HolderBytes / Copies.Count * Repeated, 0, 0), keys.Equal);
    }

    [PtraceFact]
    public void Strings_that_something_else_holds_stay()
    {
        PlaceCensus held = Assert.Single(Places("_held"));

        Assert.Equal(new EqualCollections(Copies.Count, 1, Repeated * (24 + (8 * Copies.Entries)), 0, 0), held.Equal);
        Assert.Null(Assert.Single(Places("_all")).Equal);
    }

    [PtraceFact]
    public void Strings_that_collections_of_another_owner_share_stay()
    {
        foreach (string field in new[] { "_crossLists", "_crossTables" })
        {
            EqualCollections equal = Assert.Single(Places(field)).Equal!;

            Assert.Equal((field, Copies.Count, 0L), (field, equal.Collections, equal.Strings));
        }
    }

    [PtraceFact]
    public void An_array_of_bytes_that_is_the_value_of_several_keys_counts_once()
    {
        PlaceCensus place = Assert.Single(Places("_oneBlob"));

        Assert.Equal(24 + Copies.BlobBytes, place.ValueBytes);
        Assert.Equal((1, place.ValueBytes), (place.OwnValues, place.OwnValueBytes));
        Assert.Equal(place.References * Copies.BlobBytes, place.ValueCopyBytes);
    }

    [PtraceFact]
    public void Arrays_of_bytes_that_something_else_refers_to_are_not_those_of_a_dictionary_alone()
    {
        PlaceCensus place = Assert.Single(Places("_heldBlobs"));

        // A field, a field of type object, an array and a dictionary with int keys each refer to one of the byte arrays.
        Assert.Equal(Copies.HeldBlobs * (24 + Copies.BlobBytes), place.ValueBytes);
        Assert.Equal(Copies.HeldBlobs - 4, place.OwnValues);
        Assert.Equal(place.OwnValues * (24 + Copies.BlobBytes), place.OwnValueBytes);
    }

    [PtraceFact]
    public void What_dictionaries_of_two_owners_share_belongs_to_neither()
    {
        foreach (string field in new[] { "_twin", "_otherTwin" })
        {
            PlaceCensus place = Assert.Single(Places(field));

            Assert.Equal((Copies.HeldBlobs, 0L, 0L, 0L), ((int)place.Strings, place.OwnBytes, place.OwnValues, place.OwnValueBytes));
        }
    }

    [PtraceFact]
    public void One_collection_of_each_content_stays()
    {
        (PlaceCensus keys, _) = Dictionary("_severalContents");

        Assert.Equal((Copies.Count, Copies.Contents), (keys.Equal!.Collections, keys.Equal.Contents));
        Assert.Equal(keys.HolderBytes / Copies.Count * (Copies.Count - Copies.Contents), keys.Equal.ArrayBytes);
        Assert.Equal(2 * Copies.Entries * (Copies.Count - Copies.Contents), keys.Equal.Strings);
    }

    [PtraceFact]
    public void Content_is_equal_whatever_the_collection()
    {
        foreach ((string field, int stringsPerEntry) in new[]
        {
            ("_reordered", 2), ("_numbers", 1), ("_byNumber", 1), ("_sameObjects", 1), ("_nulls", 1), ("_sets", 1), ("_lists", 1),
            ("_arrays", 1), ("_tuples", 2), ("_equalComparers", 1),
        })
        {
            EqualCollections? equal = Assert.Single(Places(field).Select(place => place.Equal).Distinct());

            Assert.Equal(
                (field, Copies.Count, 1, Repeated * Copies.Entries * stringsPerEntry),
                (field, equal?.Collections, equal?.Contents, equal?.Strings));
        }
    }

    [PtraceFact]
    public void Content_that_differs_is_not_equal()
    {
        string[] fields =
        [
            "_unequalValue", "_unequalValues", "_unequalNumbers", "_otherObjects", "_unequalOrder", "_unequalLength", "_single",
            "_unequalComparers", "_unequalZeros", "_unequalSorted", "_unequalFrozen", "_unequalFrozenSets",
            "_unequalShapes", "_unequalCounts", "_rotated",
        ];

        Assert.All(fields, field => Assert.All(Places(field), place => Assert.True(place.Equal is null, field)));
    }

    [PtraceFact]
    public void Places_that_have_some_collections_in_common_count_each_of_them_once()
    {
        PlaceCensus[] places = Places("_mixed");
        EqualCollections[] equal = [.. places.Select(place => place.Equal!).Distinct<EqualCollections>(ReferenceEqualityComparer.Instance)];

        Assert.Equal(3, places.Length);
        Assert.Equal([Copies.Count, Copies.Count], equal.Select(item => item.Collections));
        Assert.Equal((2 + (2 * 3)) * Copies.Entries * Repeated, equal.Sum(item => item.Strings));
        Assert.Same(
            places.Single(place => place.Name.EndsWith("Item1", StringComparison.Ordinal)).Equal,
            places.Single(place => place.Name.EndsWith("Item2", StringComparison.Ordinal)).Equal);
    }

    [PtraceFact]
    public void Arrays_that_are_larger_than_a_block_are_compared_as_a_whole() =>
        Assert.Equal(
            new EqualCollections(2, 1, 24 + (8 * Copies.LongLength), 0, 0), Assert.Single(Places("_longArrays")).Equal);

    [PtraceFact(IsLong = true)]
    public void With_fewer_contents_at_once_fewer_repetitions_are_found_and_none_is_made_up()
    {
        using HeapSource source = HeapSource.OpenDump(fixture.Dump, dac: null);
        using var reader = new HeapReader(source, textsAtOnce: 100) { MinOwnerShare = 0 };
        IReadOnlyList<PlaceCensus> places = reader.Read(0, showTexts: false, (_, _) => { }, CancellationToken.None).Places;
        Dictionary<string, long> all = fixture.AllPlaces.ToDictionary(
            place => place.FullName, place => place.Equal?.Collections ?? 0, StringComparer.Ordinal);

        Assert.All(places, place => Assert.InRange(place.Equal?.Collections ?? 0, 0, all[place.FullName]));
        Assert.True(places.Sum(place => place.Equal?.Collections ?? 0) < all.Values.Sum());
    }

    private (PlaceCensus Keys, PlaceCensus Values) Dictionary(string field)
    {
        PlaceCensus[] places = Places(field);
        Assert.Equal(2, places.Length);
        return (places.Single(place => place.Kind == PlaceKind.Keys), places.Single(place => place.Kind == PlaceKind.Field));
    }

    private PlaceCensus[] Places(string field)
    {
        string owner = $"{typeof(Copies).FullName}.{field}";
        PlaceCensus[] places = [.. fixture.AllPlaces.Where(place => place.Owner == owner)];
        Assert.NotEmpty(places);
        return places;
    }
}
