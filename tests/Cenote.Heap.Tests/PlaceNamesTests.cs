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
    [InlineData("Mine.Cache<System.Int32>+Entry[]", "key", "Cache<int>.Entry[].key", "Mine.Cache<System.Int32>+Entry[].key", "Field")]
    public void A_place_has_the_name_that_a_program_has_for_it(
        string owner, string? field, string name, string fullName, string kind) =>
        Assert.Equal((fullName, name, Enum.Parse<PlaceKind>(kind)), PlaceNames.Of(owner, field));

    [Theory]
    [InlineData("<City>k__BackingField", "City")]
    [InlineData("_city", "_city")]
    [InlineData("<>4__this", "<>4__this")]
    [InlineData(null, "?")]
    public void The_field_behind_a_property_is_called_as_the_property(string? field, string name) =>
        Assert.Equal(name, PlaceNames.Field(field));
}
