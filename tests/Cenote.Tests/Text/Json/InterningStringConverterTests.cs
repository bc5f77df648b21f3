using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;
using Cenote.Tests.Support;
using Cenote.Text.Json;

#pragma warning disable CA1869 // Each test has its own options.

namespace Cenote.Tests.Text.Json;

/// <summary>JSON strings read as interned strings.</summary>
public sealed partial class InterningStringConverterTests
{
    private readonly StringInterner _interner = new();
    private readonly JsonSerializerOptions _options;

    public InterningStringConverterTests() => _options = With(_interner);

    [Fact]
    public void Values_and_keys_of_one_text_are_one_instance()
    {
        string state = _interner.Intern("Yucatán");

        Dictionary<string, string> read = JsonSerializer.Deserialize<Dictionary<string, string>>(
            """{"Yucat\u00e1n":"Yucatán","other":"Yucat\u00e1n"}""", _options)!;

        Assert.Same(state, read.Keys.First());
        Assert.All(read.Values, value => Assert.Same(state, value));
        Assert.Equal(2, _interner.Count);
    }

    [Fact]
    public void Null_stays_null_and_an_empty_text_is_empty() =>
        Assert.True(JsonSerializer.Deserialize<string?[]>("""[null,""]""", _options) is [null, ""]);

    [Fact]
    public void What_is_written_is_what_the_serializer_writes()
    {
        string[] texts = ["", "a \"quoted\" text, ä, 😀", "lone \ud83d", "</script>"];
        var plain = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        var interning = new JsonSerializerOptions(_options) { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        var dictionary = texts.ToDictionary(text => $"Key {text}", text => (string?)text);
        dictionary.Add("None", null);

        Assert.Equal(JsonSerializer.Serialize(dictionary, plain), JsonSerializer.Serialize(dictionary, interning));
        Assert.Equal(JsonSerializer.Serialize(texts), JsonSerializer.Serialize(texts, _options));
    }

    [Fact]
    public void Data_that_has_no_property_keeps_its_names()
    {
        var interning = new JsonSerializerOptions(_options) { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper };

        Extended read = JsonSerializer.Deserialize<Extended>("""{"Name":"n","Some More":"x"}""", interning)!;

        Assert.Equal("""{"Name":"n","Some More":"x"}""", JsonSerializer.Serialize(read, interning));
    }

    [Fact]
    public void Code_that_is_generated_for_a_type_uses_it()
    {
        var context = new RowContext(new JsonSerializerOptions(_options) { PropertyNameCaseInsensitive = true });

        Row[] rows = JsonSerializer.Deserialize(
            """[{"Name":"a","State":"Tabasco","Counts":{"Tabasco":1}},{"Name":"b","State":"Tabasco","Counts":{}}]""",
            context.RowArray)!;

        Assert.Same(rows[0].State, rows[1].State);
        Assert.Same(rows[0].State, rows[0].Counts.Keys.Single());
        Assert.Equal(
            """[{"Name":"a","State":"Tabasco","Counts":{"Tabasco":1}},{"Name":"b","State":"Tabasco","Counts":{}}]""",
            JsonSerializer.Serialize(rows, context.RowArray));
    }

    [Fact]
    public void A_modifier_chooses_properties_by_either_name()
    {
        var options = new JsonSerializerOptions
        {
            PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers =
                {
                    JsonConverters.Interning(_interner).For<Address>(nameof(Address.HomeState)),
                    JsonConverters.Interning(_interner).For<Address>("work_state"),
                },
            },
        };

        Address read = JsonSerializer.Deserialize<Address>("""{"name":"n","home_state":"h","work_state":"w"}""", options)!;

        Assert.Equal(new Address("n", "h", "w"), read);
        Assert.Equal(2, _interner.Count);
        Assert.True(_interner.TryGet("h", out _) && _interner.TryGet("w", out _));
    }

    [Fact]
    public void A_modifier_works_for_generated_code()
    {
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = RowContext.Default.WithAddedModifier(
                JsonConverters.Interning(_interner).For<Row>(nameof(Row.State))),
        };

        Row row = JsonSerializer.Deserialize<Row>("""{"Name":"a","State":"Tabasco","Counts":{}}""", options)!;

        Assert.Same(_interner.Intern("Tabasco"), row.State);
        Assert.Equal(1, _interner.Count);
    }

    [Fact]
    public void A_property_that_is_not_there_is_refused_with_those_that_are()
    {
        var converter = JsonConverters.Interning(_interner);
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { converter.For<Address>("City") } },
        };

        var missing = Assert.Throws<ArgumentException>(() => JsonSerializer.Deserialize<Address>("{}", options));

        Assert.Contains("no property 'City'. It has Name, HomeState, WorkState.", missing.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>("properties", () => converter.For<Address>());
        Assert.Throws<ArgumentNullException>("properties", () => converter.For<Address>(null!));
        Assert.Throws<ArgumentNullException>("converter", () => default(JsonConverter)!.For<Address>("Name"));
        Assert.Throws<ArgumentNullException>("interner", () => JsonConverters.Interning(null!));
    }

    [Fact]
    public void A_property_of_another_type_than_that_of_the_converter_is_refused_by_name()
    {
        using var table = new StringTable();
        using var pool = new SegmentedStringPool();
        AssertRefused<Mixed>(JsonConverters.Interning(_interner), nameof(Mixed.Id), "System.Int32");
        AssertRefused<Mixed>(JsonConverters.Interning(_interner), nameof(Mixed.Any), "System.Object");
        AssertRefused<Mixed>(JsonConverters.TableIds(table), nameof(Mixed.Name), "System.String");
        AssertRefused<Mixed>(JsonConverters.InPool(pool), nameof(Mixed.Age), "System.Nullable`1[System.Int32]");

        // For nullable types, the underlying type counts.
        JsonSerializerOptions options = With<Mixed>(JsonConverters.TableIds(table), nameof(Mixed.Age));
        Assert.Equal(table.GetOrAdd("old"), JsonSerializer.Deserialize<Mixed>("""{"Age":"old"}""", options)!.Age);

        static void AssertRefused<T>(JsonConverter converter, string property, string type)
        {
            var refused = Assert.Throws<ArgumentException>(
                () => JsonSerializer.Deserialize<T>("{}", With<T>(converter, property)));
            Assert.Contains(
                $"Property '{property}' of {typeof(T)} is of type {type}, which {converter.GetType().Name} does not convert.",
                refused.Message,
                StringComparison.Ordinal);
        }

        static JsonSerializerOptions With<T>(JsonConverter converter, string property) => new()
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { converter.For<T>(property) } },
        };
    }

    [Fact]
    public void A_modifier_rejects_a_property_that_has_a_converter()
    {
        var converter = JsonConverters.Interning(_interner);
        var ofProperty = Assert.Throws<ArgumentException>(
            () => JsonSerializer.Deserialize<Trimmed>("{}", ForAnimals<Trimmed>(converter)));
        JsonSerializerOptions options = ForAnimals<Animal>(converter);
        options.Converters.Add(new TrimmingConverter());
        var ofOptions = Assert.Throws<ArgumentException>(() => JsonSerializer.Deserialize<Animal>("{}", options));

        Assert.Contains("Property 'State' of", ofProperty.Message, StringComparison.Ordinal);
        Assert.Contains("already has a converter", ofProperty.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(TrimmingConverter), ofOptions.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_modifier_applies_to_types_that_inherit_the_property()
    {
        JsonSerializerOptions options = ForAnimals<Animal>(JsonConverters.Interning(_interner));

        Assert.Same(_interner.Intern("s"), JsonSerializer.Deserialize<Dog>("""{"State":"s"}""", options)!.State);
        Assert.Same(
            _interner.Intern("s"), JsonSerializer.Deserialize<Animal>("""{"$type":"dog","State":"s"}""", options)!.State);
        Assert.Equal("x", JsonSerializer.Deserialize<Trimmed>("""{"State":" x "}""", options)!.State);
        Assert.Equal(7, JsonSerializer.Deserialize<Numbered>("""{"State":7}""", options)!.State);
        Assert.Equal(1, _interner.Count);
    }

    [Fact]
    public void Two_modifiers_with_one_converter_are_one()
    {
        using var table = new StringTable();
        var converter = JsonConverters.TableIds(table);
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers = { converter.For<Mixed>(nameof(Mixed.Age)), converter.For<Mixed>(nameof(Mixed.Age)) },
            },
        };

        Assert.Equal(0, JsonSerializer.Deserialize<Mixed>("""{"Age":"old"}""", options)!.Age);
    }

    [Fact]
    public void An_interner_that_changes_texts_is_refused_or_throws()
    {
        foreach (IStringInterner interner in ChangingInterners.IgnoringCase())
        {
            Assert.Throws<ArgumentException>("interner", () => JsonConverters.Interning(interner));
        }

        JsonSerializerOptions options = With(new ChangingInterners.Shouting());
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Deserialize<string>("\"plain\"", options));
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Deserialize<string>("\"\\u0061\"", options));
        Assert.Equal("ALREADY", JsonSerializer.Deserialize<string>("\"ALREADY\"", options));
    }

    [Fact]
    public void Texts_beyond_the_limits_of_the_interner_get_a_string_of_their_own()
    {
        var bounded = new BoundedStringInterner(new BoundedStringInternerOptions { MaximumLength = 3 });
        var full = new StringInterner(new StringInternerOptions { MaximumBytes = 1 });
        string text = string.Concat(Enumerable.Repeat("a long text, \u00e4, ", 40));
        string escaped = JsonSerializer.Serialize(text);
        string raw = $"\"{text}\"";
        foreach (IStringInterner interner in (IStringInterner[])[bounded, full, new WeakStringInterner()])
        {
            JsonSerializerOptions options = With(interner);
            Assert.Equal(text, JsonSerializer.Deserialize<string>(escaped, options));
            Assert.Equal(text, JsonSerializer.Deserialize<string>(raw, options));
        }

        Assert.Equal(0, bounded.Count + full.Count);
    }

    [Fact]
    public async Task Values_of_a_stream_that_comes_in_pieces_are_one_instance()
    {
        string[] texts = [.. Enumerable.Range(0, 5_000).Select(i => $"text {i % 7} ä")];
        using var stream = new MemoryStream(JsonSerializer.SerializeToUtf8Bytes(texts));
        var options = new JsonSerializerOptions(_options) { DefaultBufferSize = 16 };

        string[] read = (await JsonSerializer.DeserializeAsync<string[]>(stream, options))!;

        Assert.Equal(texts, read);
        Assert.Equal(7, read.Distinct(ReferenceEqualityComparer.Instance).Count());
    }

    [Fact]
    public void A_text_that_is_there_costs_no_memory()
    {
        var converter = JsonConverters.Interning();
        byte[] plain = Encoding.UTF8.GetBytes("\"Quintana Roo\"");
        byte[] umlaut = Encoding.UTF8.GetBytes("\"Yucatán\"");
        byte[] escaped = Encoding.UTF8.GetBytes("\"Yucat\\u00e1n\"");
        Read(2_000);

        long before = GC.GetAllocatedBytesForCurrentThread();
        Read(1_000);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Read(int times)
        {
            for (int i = 0; i < times; i++)
            {
                One(plain);
                One(umlaut);
                One(escaped);
            }
        }

        void One(byte[] literal)
        {
            var reader = new Utf8JsonReader(literal);
            reader.Read();
            _ = converter.Read(ref reader, typeof(string), JsonSerializerOptions.Default);
        }
    }

    private static JsonSerializerOptions With(IStringInterner interner) =>
        new() { Converters = { JsonConverters.Interning(interner) } };

    private static JsonSerializerOptions ForAnimals<T>(JsonConverter converter) => new()
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { converter.For<T>("State") } },
    };

    [JsonDerivedType(typeof(Dog), "dog")]
    internal class Animal
    {
        public virtual string? State { get; set; }
    }

    internal sealed class Dog : Animal;

    internal sealed class Trimmed : Animal
    {
        [JsonConverter(typeof(TrimmingConverter))]
        public override string? State { get; set; }
    }

    internal sealed class Numbered : Animal
    {
        public new int State { get; set; }
    }

    internal sealed class TrimmingConverter : JsonConverter<string>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetString()?.Trim();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value);
    }

    internal sealed record Row(string Name, string State, Dictionary<string, int> Counts);

    internal sealed record Mixed(int Id, object? Any, string? Name, int? Age);

    internal sealed record Address(string Name, string HomeState, string WorkState);

    internal sealed class Extended
    {
        public string? Name { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    [JsonSerializable(typeof(Row[]))]
    internal sealed partial class RowContext : JsonSerializerContext;
}
