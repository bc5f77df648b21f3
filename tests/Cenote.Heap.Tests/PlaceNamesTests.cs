namespace Cenote.Heap.Tests;

public class PlaceNamesTests
{
    private const string Dictionary = "System.Collections.Generic.Dictionary<System.String, Some.Space.Customer>";
    private const string Nodes = "System.Collections.Concurrent.ConcurrentDictionary<System.String, System.Byte[]>";

    [Theory]
    [InlineData("Some.Space.Customer", "City", "Customer.City", "Some.Space.Customer.City", "Field")]
    [InlineData("System.String[]", null, "string[]", "System.String[]", "Array")]
    [InlineData(Dictionary + "+Entry[]", "key", "Dictionary<string, Customer>", Dictionary, "Keys")]
    [InlineData(Dictionary + "+Entry[]", "value", "Dictionary<string, Customer> values", Dictionary + "+Entry[].value", "Field")]
    [InlineData(Nodes + "+Node", "_key", "ConcurrentDictionary<string, byte[]>", Nodes, "ConcurrentKeys")]
    [InlineData(Nodes + "+Node", "_value", "ConcurrentDictionary<string, byte[]> values", Nodes + "+Node._value", "Field")]
    [InlineData(
        "System.Collections.Generic.HashSet<System.String>+Entry[]",
        "Value",
        "HashSet<string>",
        "System.Collections.Generic.HashSet<System.String>",
        "SetItems")]
    [InlineData(
        "Microsoft.Extensions.Caching.Memory.CacheEntry",
        "Key",
        "MemoryCache",
        "Microsoft.Extensions.Caching.Memory.MemoryCache",
        "CacheKeys")]
    [InlineData(
        "System.Collections.Generic.OrderedDictionary<System.String, Some.Node>+Entry[]",
        "Key",
        "OrderedDictionary<string, Node> keys",
        "System.Collections.Generic.OrderedDictionary<System.String, Some.Node>+Entry[].Key",
        "Field")]
    [InlineData(
        "System.Collections.Generic.OrderedDictionary<System.UInt64, System.String>+Entry[]",
        "Value",
        "OrderedDictionary<ulong, string> values",
        "System.Collections.Generic.OrderedDictionary<System.UInt64, System.String>+Entry[].Value",
        "Field")]
    [InlineData("System.Collections.Hashtable+Bucket", "key", "Hashtable keys", "System.Collections.Hashtable+Bucket.key", "Field")]
    [InlineData("System.Collections.Hashtable+Bucket", "val", "Hashtable values", "System.Collections.Hashtable+Bucket.val", "Field")]
    [InlineData(
        "System.Collections.Immutable.ImmutableHashSet<System.__Canon>+HashBucket",
        "_firstValue",
        "ImmutableHashSet<T> items",
        "System.Collections.Immutable.ImmutableHashSet<System.__Canon>+HashBucket._firstValue",
        "Field")]
    [InlineData(
        "System.Collections.Immutable.ImmutableList<System.Tuple<System.String, System.Int32>>+Node",
        "_key",
        "ImmutableList<Tuple<string, int>> items",
        "System.Collections.Immutable.ImmutableList<System.Tuple<System.String, System.Int32>>+Node._key",
        "Field")]
    [InlineData("Mine.Cache<System.Int32>+Entry[]", "key", "Cache<int>.Entry[].key", "Mine.Cache<System.Int32>+Entry[].key", "Field")]
    public void A_place_has_the_name_that_a_program_has_for_it(
        string owner, string? field, string name, string fullName, string kind) =>
        Assert.Equal((fullName, name, Enum.Parse<PlaceKind>(kind)), PlaceNames.Of(owner, field));

    [Theory]
    [InlineData("<City>k__BackingField", "City")]
    [InlineData("_city", "_city")]
    [InlineData("<Name>i__Field", "Name")]
    [InlineData("<captured>5__2", "captured")]
    [InlineData("<>4__this", "this")]
    [InlineData("<>2__current", "current")]
    [InlineData("<>s__1", "<>s__1")]
    [InlineData("<>", "<>")]
    [InlineData(null, "?")]
    public void The_field_behind_a_property_is_called_as_the_property(string? field, string name) =>
        Assert.Equal(name, PlaceNames.Field(field));

    [Theory]
    [InlineData("Some.Space.Reader+<Lines>d__64", "Reader.Lines()")]
    [InlineData("Some.Space.Reader+<Some.Space.IReader.Read>d__3<System.String>", "Reader.Read()<string>")]
    [InlineData("Some.Reader+<<Read>g__Next|3_0>d", "Reader.Read()")]
    [InlineData("Program+<<Main>$>d__0", "Program.Main()")]
    [InlineData("Some.Reader+<>c__DisplayClass13_0", "Reader.closure")]
    [InlineData("Some.Reader+<>c", "Reader.closure")]
    [InlineData("Some.Reader+<>c__DisplayClass13_0<System.__Canon>", "Reader.closure<T>")]
    [InlineData("<>f__AnonymousType0<System.String, System.Int32>", "AnonymousType<string, int>")]
    [InlineData("<>z__ReadOnlyArray<System.String>", "ReadOnlyArray<string>")]
    [InlineData("<>y__InlineArray3<System.String>", "InlineArray<string>")]
    [InlineData("Some.<Reader>F0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF__Line", "Line")]
    public void A_type_that_the_compiler_generates_is_named_after_its_source(string type, string name) =>
        Assert.Equal(name, PlaceNames.Short(type));
}
