using Cenote.Tool.Heaps;

namespace Cenote.Heap.Tests;

public class HeapRulesTests
{
    private const long Million = 1_000_000;

    [Fact]
    public void Repeated_strings_of_a_field_are_to_be_interned_and_their_bytes_are_those_that_were_counted()
    {
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(Field(strings: Million, distinct: 20_000, size: 44))));

        Assert.Equal("StringInterner", advice.Recommends);
        Assert.Equal(((Million - 20_000) * 44) - (20_000 * HeapRules.InternerBytesPerText), advice.SavedBytes);
        Assert.True(advice.IsEstimated);
        Assert.Equal(Million - 20_000, advice.FewerObjects);
        Assert.Contains("a full collection marks 980,000 fewer objects", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_many_texts_the_interner_is_one_that_lets_go_of_them() =>
        Assert.Equal(
            "WeakStringInterner",
            Assert.Single(HeapRules.Advise(Census(Field(strings: Million, distinct: 200_000, size: 44)))).Recommends);

    [Fact]
    public void An_interner_whose_table_takes_more_than_it_saves_is_not_advised()
    {
        PlaceCensus orders = Field(strings: 300_000, distinct: 250_000, size: 40);

        Assert.True(orders.RepeatedBytes > HeapRules.NotableBytes);
        Assert.True(HeapRules.SavedAsInterned(orders) < 0);
        Assert.Null(Assert.Single(HeapRules.Advise(Census(orders))).Recommends);
    }

    [Fact]
    public void Of_keys_that_repeat_in_many_dictionaries_the_larger_saving_is_advised()
    {
        PlaceCensus keys = Field(Million, 1_000, 64) with { Kind = PlaceKind.Keys, HolderBytes = 24 * Million, DistinctChars = 20_000 };
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(keys)));

        Assert.Equal("StringInterner", advice.Recommends);
        Assert.Equal(HeapRules.SavedAsInterned(keys), advice.SavedBytes);
        Assert.True(advice.SavedBytes > HeapRules.SavedAsPooled(keys));
    }

    [Fact]
    public void Where_nothing_repeats_there_is_nothing_to_gain_and_it_says_so()
    {
        foreach (PlaceCensus[] places in new PlaceCensus[][]
        {
            [],
            [Field(strings: Million, distinct: Million, size: 44)],
            [Field(strings: 1_000, distinct: 1, size: 44)],
        })
        {
            HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(places)));
            Assert.Null(advice.Recommends);
            Assert.Equal(0, advice.SavedBytes);
            Assert.StartsWith("No savings found", advice.Text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Keys_belong_in_a_pooled_dictionary_and_what_others_hold_is_not_saved()
    {
        PlaceCensus keys = Field(Million, Million, 64) with { Kind = PlaceKind.Keys, HolderBytes = 24 * Million, DistinctChars = 20 * Million };
        HeapAdvice own = Assert.Single(HeapRules.Advise(Census(keys)));
        HeapAdvice shared = Assert.Single(HeapRules.Advise(Census(keys with { OwnBytes = 40 * Million })));

        Assert.Equal("PooledStringDictionary", own.Recommends);
        Assert.True(own.IsEstimated);
        Assert.Equal(24 * Million, own.SavedBytes - shared.SavedBytes);
        Assert.Contains("stay, because other objects refer to them too", shared.Text, StringComparison.Ordinal);
        Assert.Equal(0, shared.FewerObjects);
    }

    [Fact]
    public void Tables_count_for_the_keys_that_are_long_lived_only()
    {
        PlaceCensus all = Field(Million, Million, 62) with
        {
            Kind = PlaceKind.Keys,
            HolderBytes = 40 * Million,
            DistinctChars = 20 * Million,
            OwnBytes = 0,
        };
        PlaceCensus some = all with { AllReferences = 2 * Million };

        Assert.Equal((40 - 20 - HeapRules.DictionaryBytesPerKey) * Million, HeapRules.SavedAsPooled(all));
        Assert.Equal((20 - 20 - HeapRules.DictionaryBytesPerKey) * Million, HeapRules.SavedAsPooled(some));
        Assert.Equal(0, HeapRules.SavedAsPooled(all with { References = 0, Distinct = 0 }));
    }

    [Fact]
    public void Keys_in_several_dictionaries_take_their_place_in_each()
    {
        PlaceCensus one = Field(1_000, 1_000, 62) with
        {
            Kind = PlaceKind.Keys,
            HolderBytes = 24_000,
            DistinctChars = 20_000,
            OwnBytes = 0,
        };
        PlaceCensus ten = one with { References = 10_000, AllReferences = 10_000, HolderBytes = 240_000 };

        Assert.Equal(10 * HeapRules.SavedAsPooled(one), HeapRules.SavedAsPooled(ten));
    }

    [Fact]
    public void A_dictionary_of_objects_whose_keys_they_hold_as_well_is_left_alone_however_many_keys_are_old()
    {
        // This census represents a dictionary of 400,000 customers by name.
        PlaceCensus customers = Field(400_000, 400_000, 52) with
        {
            Kind = PlaceKind.Keys,
            HolderBytes = 24 * 672_827,
            OwnBytes = 0,
            HasReferenceValues = true,
            ValueSize = 8,
        };
        foreach (int old in new[] { 1, 100_000, 274_406, 365_274, 400_000 })
        {
            PlaceCensus place = customers with
            {
                References = old,
                Strings = old,
                Distinct = old,
                DistinctChars = 15L * old,
                Bytes = 52L * old,
            };

            Assert.True(HeapRules.SavedAsPooled(place) < 0);
            Assert.Null(Assert.Single(HeapRules.Advise(Census(place))).Recommends);
        }
    }

    [Fact]
    public void Values_with_references_stay_managed_and_the_advice_says_so()
    {
        PlaceCensus numbers = Field(Million, Million, 64) with { Kind = PlaceKind.Keys, HolderBytes = 24 * Million };
        PlaceCensus objects = numbers with { HasReferenceValues = true, ValueSize = 8 };
        HeapAdvice plain = Assert.Single(HeapRules.Advise(Census(numbers)));
        HeapAdvice managed = Assert.Single(HeapRules.Advise(Census(objects)));

        Assert.Equal((8 + HeapRules.ManagedBytesPerValue) * Million, plain.SavedBytes - managed.SavedBytes);
        Assert.Contains("Values with references stay on the managed heap", managed.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("values", plain.Text, StringComparison.Ordinal);

        // A pooled dictionary stores the values, too; the first 4 bytes of a value take no additional memory.
        Assert.Equal(
            12 * Million, HeapRules.SavedAsPooled(numbers) - HeapRules.SavedAsPooled(numbers with { ValueSize = 16 }));
        Assert.Equal(HeapRules.SavedAsPooled(numbers), HeapRules.SavedAsPooled(numbers with { ValueSize = 1 }));
    }

    [Fact]
    public void A_dictionary_of_bytes_that_is_large_is_a_cache() =>
        Assert.Equal(
            "ByteCache",
            Assert.Single(HeapRules.Advise(Census(
                Field(100_000, 100_000, 40) with { Kind = PlaceKind.ConcurrentKeys, OwnValueBytes = 30 * Million }))).Recommends);

    [Fact]
    public void A_memory_cache_of_bytes_is_one_line_away_from_a_cache_of_bytes()
    {
        PlaceCensus cache = Field(100_000, 100_000, 40) with { Kind = PlaceKind.CacheKeys, OwnValueBytes = 110 * Million, OwnValues = 90_000 };
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(cache)));

        Assert.Equal(("ByteCache", "AddCenoteDistributedCache"), (advice.Recommends, advice.Alternative));
        // ByteCache replaces arrays, keys, entries and nodes.
        Assert.Equal(90_000 + (3 * 100_000), advice.FewerObjects);
        Assert.Contains("services.AddCenoteDistributedCache()", advice.Text, StringComparison.Ordinal);
        Assert.Null(HeapRules.SavedAsPooled(cache));
        Assert.Null(Assert.Single(HeapRules.Advise(Census(cache with { OwnValueBytes = 0 }))).Recommends);
    }

    [Fact]
    public void Arrays_that_keys_share_or_something_else_holds_do_not_belong_in_a_cache()
    {
        // A ByteCache copies the array of each key, and arrays that have other references stay.
        PlaceCensus shared = Field(100_000, 100_000, 40) with
        {
            Kind = PlaceKind.ConcurrentKeys,
            ValueBytes = 110 * Million,
            OwnValueBytes = 110 * Million,
            ValueCopyBytes = 200 * Million,
        };
        PlaceCensus held = shared with { OwnValueBytes = Million, ValueCopyBytes = 110 * Million };

        Assert.Equal((0, 0), (HeapRules.MovedAsCache(shared), HeapRules.MovedAsCache(held)));
        Assert.All([shared, held], place => Assert.NotEqual("ByteCache", Assert.Single(HeapRules.Advise(Census(place))).Recommends));
        Assert.Equal("ByteCache", Assert.Single(HeapRules.Advise(Census(shared with { ValueCopyBytes = 110 * Million }))).Recommends);
    }

    [Fact]
    public void Strings_of_two_places_count_once_in_the_advice()
    {
        // Both places contain strings 400,000 to 599,999. All strings together have ten distinct values of 30 bytes.
        PlaceCensus first = Held("first", 0, 600_000);
        PlaceCensus second = Held("second", 400_000, 1_000_000);
        HeapAdvice[] advice = [.. HeapRules.Advise(Census(second, first))];
        long table = 10 * HeapRules.InternerBytesPerText;

        Assert.Equal(2, advice.Length);
        Assert.Equal((600_000 - 10) * 30 - table, advice[0].SavedBytes);
        Assert.Equal((400_000 - 10) * 30 - table, advice[1].SavedBytes);
        Assert.Contains(" Strings that are also in second are counted there only.", advice[1].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("counted there", advice[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_row_of_several_owners_comes_last_and_gets_no_advice_for_strings_of_another_one()
    {
        PlaceCensus all = Held("string[]", 0, 1_000_000) with { Kind = PlaceKind.Array, HasOwner = false };
        PlaceCensus field = Held("field", 0, 500_000);

        HeapAdvice[] advice = [.. HeapRules.Advise(Census(all, field))];
        HeapAdvice alone = Assert.Single(HeapRules.Advise(Census(Held("string[]", 0, 510_000) with { Kind = PlaceKind.Array, HasOwner = false }, field)));

        Assert.Equal([("field", true), ("string[]", false)], advice.Select(static item => (item.Place, item.HasOwner)));
        Assert.EndsWith(" This row combines collections of several or unknown owners.", advice[1].Text, StringComparison.Ordinal);
        Assert.Equal("field", alone.Place);
        Assert.EndsWith(" This also covers string[].", alone.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_largest_saving_is_listed_even_if_it_has_no_owner()
    {
        PlaceCensus[] small = [.. Enumerable.Range(0, HeapRules.MaxAdvice).Select(i => Field(200_000, 10, 60) with { Name = $"{i}" })];
        PlaceCensus large = Field(Million, 10, 60) with { Name = "large", HasOwner = false };

        IReadOnlyList<HeapAdvice> advice = HeapRules.Advise(Census([.. small, large]));

        Assert.Equal(HeapRules.MaxAdvice, advice.Count);
        Assert.Equal("large", advice[^1].Place);
    }

    [Fact]
    public void Places_that_get_no_advice_together_leave_their_strings_to_others()
    {
        // Advice must save 1 % of the heap, 4 million bytes; keys and values would save only 3 million.
        var equal = new EqualCollections(2, 1, 1, 0, 0);
        PlaceCensus keys = Held("keys", 0, 100_000) with { Kind = PlaceKind.Keys, OwnBytes = 0, Equal = equal };
        PlaceCensus values = Field(10, 10, 30) with { Name = "values", Equal = equal };
        PlaceCensus others = Held("string[]", 0, 140_000) with { Kind = PlaceKind.Array, HasOwner = false };

        Assert.Equal("string[]", Assert.Single(HeapRules.Advise(Census(keys, values, others))).Place);
    }

    [Fact]
    public void Keys_whose_strings_are_interned_elsewhere_can_still_be_pooled()
    {
        PlaceCensus field = Held("field", 0, 1_000_000);
        PlaceCensus keys = Held("keys", 0, 900_000) with { Kind = PlaceKind.Keys, HolderBytes = 60 * Million, OwnBytes = 0 };

        Assert.Equal(
            [("keys", "PooledStringDictionary"), ("field", "StringInterner")],
            HeapRules.Advise(Census(field, keys)).Select(static item => (item.Place, item.Recommends)).OrderByDescending(static item => item.Place));
    }

    [Theory]
    [InlineData(nameof(PlaceKind.Field), 10, 0)]
    [InlineData(nameof(PlaceKind.Field), HeapRules.ManyTexts, 0)]
    [InlineData(nameof(PlaceKind.Keys), Million, 0)]
    [InlineData(nameof(PlaceKind.ConcurrentKeys), Million, 0)]
    [InlineData(nameof(PlaceKind.SetItems), Million, 0)]
    [InlineData(nameof(PlaceKind.CacheKeys), Million, 110 * Million)]
    public void There_is_code_for_everything_that_is_recommended(string kind, long distinct, long valueBytes)
    {
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(Field(Million, distinct, 60) with
        {
            Kind = Enum.Parse<PlaceKind>(kind),
            HolderBytes = 24 * Million,
            OwnValueBytes = valueBytes,
        })));

        Assert.Contains(advice.Recommends!, HeapSnippets.All);
        Assert.True(advice.Alternative is null || HeapSnippets.All.ContainsKey(advice.Alternative));
    }

    [Fact]
    public void What_a_cache_takes_off_the_heap_decides_its_rank()
    {
        PlaceCensus cache = Field(100_000, 100_000, 40) with { Kind = PlaceKind.ConcurrentKeys, OwnValueBytes = 300 * Million };
        PlaceCensus[] many = [.. Enumerable.Range(0, HeapRules.MaxAdvice + 1).Select(i => Field(Million, 10, 60) with { Name = $"{i}" })];

        HeapAdvice first = HeapRules.Advise(Census([.. many, cache]))[0];

        Assert.Equal("ByteCache", first.Recommends);
        Assert.Equal(0, first.SavedBytes);
        Assert.Equal(cache.OwnValueBytes + cache.OwnBytes + cache.HolderBytes, first.MovedBytes);
        Assert.Contains($"takes {Units.Bytes(first.MovedBytes)} off the managed heap", first.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_a_small_heap_it_says_what_is_too_little_and_where_most_repeats()
    {
        // The repeated strings take more than 1 % of the heap, but too few bytes to justify a change.
        const long Repeated = 820_000;
        PlaceCensus country = Field(20_500, 1, 40) with { RepeatedBytes = Repeated };
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(country) with { Bytes = 6 * Million }));

        Assert.Contains(
            $"saves less than {Units.Bytes(HeapRules.NotableBytes)}. Most of them are in Customer.City: {Units.Bytes(Repeated)}.",
            advice.Text,
            StringComparison.Ordinal);
        Assert.DoesNotContain("%", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_a_large_heap_too_little_is_a_hundredth()
    {
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(Field(50_000, 1, 40)) with { Bytes = 400 * Million }));

        Assert.Contains($"saves less than {Units.Bytes(4 * Million)}.", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_saves_most_comes_first()
    {
        HeapAdvice[] advice = [.. HeapRules.Advise(Census(
            Field(Million, 10, 30) with { Name = "small" }, Field(Million, 10, 60) with { Name = "large" }))];

        Assert.Equal(["large", "small"], advice.Select(item => item.Place));
    }

    [Fact]
    public void Places_of_the_same_strings_get_one_advice_about_the_field()
    {
        PlaceCensus keys = Held("keys", 0, 1_000_000) with { Kind = PlaceKind.Keys, OwnBytes = 0, HolderBytes = 0 };
        PlaceCensus field = keys with { Name = "field", Kind = PlaceKind.Field };

        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(keys, field)));
        IReadOnlyList<HeapAdvice> others = HeapRules.Advise(Census(keys, field with { Held = null }));
        PlaceCensus shared = field with { Name = "shared", FullName = "Shared", Equal = new EqualCollections(900, 1, 90 * Million, 0, 0) };

        Assert.Equal(["shared", "keys"], HeapRules.Advise(Census(shared, keys)).Select(item => item.Place));
        Assert.Equal("field", advice.Place);
        Assert.EndsWith(" This also covers keys.", advice.Text, StringComparison.Ordinal);
        Assert.Equal(2, others.Count);
    }

    [Fact]
    public void A_few_equal_collections_of_the_same_strings_do_not_double_the_advice()
    {
        PlaceCensus arrays = Held("arrays", 0, 1_000_000) with { Kind = PlaceKind.Array, OwnBytes = 0 };
        PlaceCensus field = arrays with { Name = "field", Kind = PlaceKind.Field };

        HeapAdvice advice = Assert.Single(
            HeapRules.Advise(Census(arrays with { Equal = new EqualCollections(2, 1, 104, 0, 0) }, field)));

        Assert.Equal("field", advice.Place);
    }

    [Fact]
    public void Ids_save_what_nothing_else_holds_without_the_table()
    {
        PlaceCensus place = Field(1_000, 10, 40) with { DistinctChars = 80, References = 2_000 };

        Assert.Equal(40_000 + (4 * 2_000) - 160 - (40 * 10), HeapRules.SavedAsIds(place));
        Assert.Null(HeapRules.SavedAsIds(place with { Kind = PlaceKind.Keys }));
        Assert.Null(HeapRules.SavedAsPooled(place));
    }

    [Fact]
    public void Equal_dictionaries_get_one_advice_for_keys_and_values()
    {
        var equal = new EqualCollections(917, 1, 12 * Million, Million, 48 * Million);
        PlaceCensus[] places = KeysAndValues(equal);
        HeapAdvice advice = Assert.Single(HeapRules.Advise(Census(places)));

        Assert.Equal((places[0].Name, places[0].FullName), (advice.Place, advice.FullName));
        Assert.Equal(HeapRules.SharedCollection, advice.Recommends);
        Assert.Equal((60 * Million, 0), (advice.SavedBytes, advice.MovedBytes));
        Assert.False(advice.IsEstimated);
        Assert.Equal(916 + Million, advice.FewerObjects);
        Assert.Equal(
            "917 dictionaries have the same content: one dictionary that all share saves 57.2 MB, 45.8 MB of it in strings that nothing "
            + "else refers to, and a full collection marks 1,000,916 fewer objects (12.5 %). The program must not change a shared "
            + "dictionary.",
            advice.Text);
    }

    [Fact]
    public void Of_several_contents_one_collection_each_stays_and_strings_are_named_only_if_they_go()
    {
        var equal = new EqualCollections(900, 12, 12 * Million, 0, 0);
        (PlaceKind Kind, int ValueSize, string Collections)[] kinds =
        [
            (PlaceKind.Keys, 8, "900 dictionaries"),
            (PlaceKind.Field, 8, "900 dictionaries"),
            (PlaceKind.SetItems, 0, "900 sets"),
            (PlaceKind.Array, 0, "900 arrays"),
            (PlaceKind.Field, 0, "900 lists"),
        ];
        foreach ((PlaceKind kind, int valueSize, string collections) in kinds)
        {
            PlaceCensus place = Field(1_000, 1_000, 40) with
            {
                Kind = kind,
                ValueSize = valueSize,
                Equal = equal with { Lists = kind == PlaceKind.Field ? 900 : 0 },
            };
            string text = Assert.Single(HeapRules.Advise(Census(place))).Text;

            Assert.StartsWith($"{collections} have 12 different contents: sharing equal ", text, StringComparison.Ordinal);
            Assert.Contains($" equal {collections[4..]} saves 11.4 MB, and a full", text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_saves_more_than_one_of_each_content_is_advised_instead()
    {
        // Interning both places saves about 55 million bytes.
        foreach ((long saved, int advices) in new[] { (50 * Million, 2), (60 * Million, 1) })
        {
            PlaceCensus[] places = KeysAndValues(new EqualCollections(2, 1, saved, 0, 0));
            IReadOnlyList<HeapAdvice> advice = HeapRules.Advise(Census(places));

            Assert.Equal(advices, advice.Count);
            Assert.All(advice, item => Assert.Equal(advices == 1, item.Recommends == HeapRules.SharedCollection));
        }
    }

    [Fact]
    public void Where_interning_keys_and_values_saves_more_than_sharing_it_is_advised_even_if_neither_place_is_notable_alone()
    {
        // 1 % of the heap is 4 million bytes. Interning saves 3 million in each place.
        PlaceCensus keys = Field(100_000, 1, 30) with { Kind = PlaceKind.Keys, OwnBytes = 0, Equal = new EqualCollections(2, 1, 5 * Million, 0, 0) };
        PlaceCensus values = keys with { Name = "values", Kind = PlaceKind.Field, ValueSize = 8 };

        Assert.Equal(
            ["StringInterner", "StringInterner"], HeapRules.Advise(Census(keys, values)).Select(static item => item.Recommends));
        EqualCollections better = keys.Equal! with { ArrayBytes = 7 * Million };
        Assert.Equal(
            HeapRules.SharedCollection,
            Assert.Single(HeapRules.Advise(Census(keys with { Equal = better }, values with { Equal = better }))).Recommends);
    }

    [Fact]
    public void Sharing_is_not_advised_where_interning_the_same_strings_saves_more()
    {
        // Interning saves 5 million bytes of the keys, and 1 million of the values: too few for separate advice.
        var equal = new EqualCollections(2, 1, 5_500_000, 0, 0);
        PlaceCensus keys = Field(100_000, 1, 50) with { Kind = PlaceKind.Keys, OwnBytes = 0, Equal = equal };
        PlaceCensus values = Field(20_000, 1, 50) with { Name = "values", ValueSize = 8, Equal = equal };

        Assert.Equal("StringInterner", Assert.Single(HeapRules.Advise(Census(keys, values))).Recommends);
    }

    [Fact]
    public void Equal_collections_that_take_little_are_not_worth_a_change() =>
        Assert.Null(Assert.Single(HeapRules.Advise(Census(
            Field(1_000, 1_000, 40) with { Equal = new EqualCollections(900, 1, 2 * Million, 1_000, Million) }))).Recommends);

    [Fact]
    public void Collections_of_two_owners_with_the_same_figures_get_two_advices()
    {
        PlaceCensus one = Field(1_000, 1_000, 40) with { Equal = new EqualCollections(900, 1, 9 * Million, 0, 0) };

        Assert.Equal(
            ["one", "other"],
            HeapRules.Advise(Census(
                one with { Name = "one" }, one with { Name = "other", Equal = one.Equal! with { Contents = 1 } })).Select(item => item.Place));
    }

    // A field that holds the strings with these ordinals, which have ten distinct values.
    private static PlaceCensus Held(string name, uint from, uint to)
    {
        const int Size = 30;
        var ordinals = new OrdinalSet(Million);
        for (uint ordinal = from; ordinal < to; ordinal++)
        {
            ordinals.Add(ordinal);
        }

        return Field(to - from, 10, Size) with
        {
            Name = name,
            FullName = name,
            Held = new PlaceStrings(ordinals, Million, 10, static ordinal => (int)(ordinal % 10), static _ => Size),
        };
    }

    private static PlaceCensus Field(long strings, long distinct, long size) => new(
        "Customer.City",
        "Some.Customer.City",
        PlaceKind.Field,
        strings,
        strings,
        strings,
        distinct,
        strings * size,
        (strings - distinct) * size,
        distinct * ((size - 22) / 2),
        strings * size,
        strings,
        strings * 48,
        0);

    private static PlaceCensus[] KeysAndValues(EqualCollections equal)
    {
        PlaceCensus values = Field(Million, 10_000, 28) with
        {
            Name = "A.b → Dictionary<string, string> values",
            ValueSize = 8,
            HolderBytes = 13 * Million,
            Equal = equal,
        };
        return [values with { Name = "A.b → Dictionary<string, string>", FullName = "Keys", Kind = PlaceKind.Keys }, values];
    }

    private static HeapCensus Census(params PlaceCensus[] places) => new()
    {
        Objects = 10 * Million,
        Bytes = 400 * Million,
        OldObjects = 8 * Million,
        FreeBytes = 0,
        Strings = new StringTotals(),
        OldStrings = new StringTotals(),
        Literals = 0,
        Texts = 0,
        Places = places,
        TopTexts = [],
        UnreadBytes = 0,
        MissingBytes = 0,
    };
}
