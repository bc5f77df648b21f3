using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Strings;
using Cenote.Text.Json;

#pragma warning disable CA1869 // Each test has its own options.

namespace Cenote.Tests.Text.Json;

/// <summary>JSON strings read as ids and handles, without managed strings.</summary>
public sealed class HandleConverterTests : IDisposable
{
    private const string Json = """[{"Id":1,"State":"Yucatán","Other":null},{"Id":2,"State":"Tabasco","Other":"Yucatán"}]""";

    private readonly StringTable _table = new();
    private readonly SegmentedStringPool _pool = new();
    private readonly StringArena _arena = new();

    public void Dispose()
    {
        _table.Dispose();
        _pool.Dispose();
        _arena.Dispose();
    }

    [Fact]
    public void Ids_are_read_and_written_beside_numbers()
    {
        JsonSerializerOptions options = new()
        {
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers = { JsonConverters.TableIds(_table).For<Ids>(nameof(Ids.State), nameof(Ids.Other)) },
            },
        };

        Ids[] read = JsonSerializer.Deserialize<Ids[]>(Json, options)!;

        Assert.Equal([new Ids(1, 0, null), new Ids(2, 1, 0)], read);
        Assert.Equal(Json, JsonSerializer.Serialize(read, options));
        Assert.Throws<ArgumentOutOfRangeException>(() => JsonSerializer.Serialize(new Ids(1, 2, null), options));
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Ids[]>("""[{"Id":1,"State":7}]""", options));
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Ids[]>("""[{"Id":1,"State":null}]""", options));
    }

    [Fact]
    public void Handles_are_read_and_written()
    {
        Check<PooledStringRef>(JsonConverters.InPool(_pool));
        Check<ArenaString>(JsonConverters.InArena(_arena));

        static void Check<T>(JsonConverter converter)
            where T : struct
        {
            var options = new JsonSerializerOptions
            {
                AllowDuplicateProperties = false,
                Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
                Converters = { converter },
            };
            using PooledStringScope? scope = (converter as JsonConverter<PooledStringRef>)?.BeginScope();

            Handles<T>[] read = JsonSerializer.Deserialize<Handles<T>[]>(Json, options)!;

            Assert.Equal("Yucatán", read[0].State.ToString());
            Assert.Null(read[0].Other);
            Assert.Equal(Json, JsonSerializer.Serialize(read, options));
            Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<T>("null", options));
        }
    }

    [Fact]
    public void Keys_of_a_dictionary_are_ids_and_handles()
    {
        const string Document = """{"a":1,"b":2}""";

        Check<int>(JsonConverters.TableIds(_table));
        Check<PooledStringRef>(JsonConverters.InPool(_pool));
        Check<ArenaString>(JsonConverters.InArena(_arena));

        static void Check<T>(JsonConverter converter)
            where T : struct
        {
            var options = new JsonSerializerOptions { AllowDuplicateProperties = false, Converters = { converter } };
            using PooledStringScope? scope = (converter as JsonConverter<PooledStringRef>)?.BeginScope();
            Dictionary<T, long> read = JsonSerializer.Deserialize<Dictionary<T, long>>(Document, options)!;
            Assert.Equal([1L, 2L], read.Values);
            Assert.Equal(Document, JsonSerializer.Serialize(read, options));
        }
    }

    [Fact]
    public void A_table_that_is_full_refuses_new_texts_and_reads_the_others()
    {
        using var table = new StringTable(new StringTableOptions { MaximumCount = 1 });
        var options = new JsonSerializerOptions { Converters = { JsonConverters.TableIds(table) } };

        Assert.Equal([0, 0], JsonSerializer.Deserialize<int[]>("""["a","a"]""", options)!);
        Assert.Throws<OutOfMemoryException>(() => JsonSerializer.Deserialize<int[]>("""["a","b"]""", options));
        Assert.Equal(1, table.Count);
    }


    [Fact]
    public void What_is_disposed_or_null_says_so()
    {
        var table = new StringTable();
        var options = new JsonSerializerOptions { Converters = { JsonConverters.TableIds(table) } };
        table.Dispose();

        Assert.Throws<ObjectDisposedException>(() => JsonSerializer.Deserialize<int>("\"a\"", options));
        Assert.Throws<ObjectDisposedException>(() => JsonSerializer.Serialize(0, options));
        Assert.Throws<ArgumentNullException>("table", () => JsonConverters.TableIds(null!));
        Assert.Throws<ArgumentNullException>("pool", () => JsonConverters.InPool(null!));
        Assert.Throws<ArgumentNullException>("arena", () => JsonConverters.InArena(null!));
    }

    [Fact]
    public void Reading_makes_nothing_managed()
    {
        var ids = JsonConverters.TableIds(_table);
        var handles = JsonConverters.InPool(_pool);
        var strict = new JsonSerializerOptions { AllowDuplicateProperties = false };
        using PooledStringScope scope = handles.BeginScope();
        var values = JsonConverters.InArena(_arena);
        byte[] escaped = JsonSerializer.SerializeToUtf8Bytes(string.Concat(Enumerable.Repeat("Yucatán ", 100)));
        byte[] plain = "\"Quintana Roo\""u8.ToArray();
        Read(2_000);

        long before = GC.GetAllocatedBytesForCurrentThread();
        Read(1_000);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Read(int times)
        {
            for (int i = 0; i < times; i++)
            {
                One(plain);
                One(escaped);
                _arena.Reset();
            }

            scope.Keep();
        }

        void One(byte[] literal)
        {
            var reader = new Utf8JsonReader(literal);
            reader.Read();
            _ = ids.Read(ref reader, typeof(int), JsonSerializerOptions.Default);
            handles.Read(ref reader, typeof(PooledStringRef), strict).Free();
            _ = values.Read(ref reader, typeof(ArenaString), JsonSerializerOptions.Default);
        }
    }

    private sealed record Ids(int Id, int State, int? Other);

    private sealed record Handles<T>(int Id, T State, T? Other)
        where T : struct;
}
