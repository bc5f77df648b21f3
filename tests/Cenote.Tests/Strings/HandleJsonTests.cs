using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>Handles and JSON: the text is written, and unsupported operations throw with an explanation.</summary>
public sealed partial class HandleJsonTests
{
    private const string Text = "a \"quoted\" text, \u00e4, \ud83d\ude00 and more";

    [Fact]
    public void A_handle_of_any_pool_is_written_as_its_text()
    {
        using var pool = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(1_000);
        using var utf8 = new Utf8StringPool();
        using var arena = new StringArena();
        string expected = JsonSerializer.Serialize(Text);

        Assert.Equal(expected, JsonSerializer.Serialize(pool.Allocate(Text)));
        Assert.Equal(expected, JsonSerializer.Serialize(contiguous.Allocate(Text)));
        Assert.Equal(expected, JsonSerializer.Serialize(utf8.Allocate(Text)));
        Assert.Equal(expected, JsonSerializer.Serialize(arena.Add(Text)));
        Assert.Equal("\"short\"", JsonSerializer.Serialize(arena.Add("short")));
        Assert.Equal(
            $$"""{"Name":{{expected}},"None":null}""",
            JsonSerializer.Serialize(new { Name = pool.Allocate(Text), None = (PooledStringRef?)null }));
    }

    [Fact]
    public void An_empty_handle_is_an_empty_string()
    {
        Assert.Equal("\"\"", JsonSerializer.Serialize(default(PooledStringRef)));
        Assert.Equal("\"\"", JsonSerializer.Serialize(default(PooledString)));
        Assert.Equal("\"\"", JsonSerializer.Serialize(default(PooledUtf8String)));
        Assert.Equal("\"\"", JsonSerializer.Serialize(default(ArenaString)));
    }

    [Fact]
    public void A_handle_is_a_property_name()
    {
        using var pool = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(1_000);
        using var utf8 = new Utf8StringPool();
        using var arena = new StringArena();
        string expected = JsonSerializer.Serialize(new Dictionary<string, int> { [Text] = 1 });

        Assert.Equal(expected, JsonSerializer.Serialize(new Dictionary<PooledStringRef, int> { [pool.Allocate(Text)] = 1 }));
        Assert.Equal(expected, JsonSerializer.Serialize(new Dictionary<PooledString, int> { [contiguous.Allocate(Text)] = 1 }));
        Assert.Equal(expected, JsonSerializer.Serialize(new Dictionary<PooledUtf8String, int> { [utf8.Allocate(Text)] = 1 }));
        Assert.Equal(expected, JsonSerializer.Serialize(new Dictionary<ArenaString, int> { [arena.Add(Text)] = 1 }));
    }

    [Fact]
    public void A_stale_handle_is_not_written()
    {
        using var pool = new SegmentedStringPool();
        using var arena = new StringArena();
        PooledStringRef freed = pool.Allocate(Text);
        freed.Free();
        ArenaString reset = arena.Add(Text);
        arena.Reset();

        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(freed));
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(reset));
    }

    [Fact]
    public void Reading_a_handle_is_refused_with_the_call_that_makes_one()
    {
        AssertRefused<PooledStringRef>("JsonConverters.InPool(pool)");
        AssertRefused<PooledStringRef>("pool.Allocate(text)");
        AssertRefused<PooledString>("pool.Allocate(text)");
        AssertRefused<PooledUtf8String>("pool.Allocate(text)");
        AssertRefused<PooledStringId>("pool.Allocate(text).Id");
        AssertRefused<ArenaString>("JsonConverters.InArena(arena)");
        AssertRefused<ArenaString>("arena.Add(text)");

        static void AssertRefused<T>(string call)
            where T : notnull
        {
            Assert.Contains(
                call, Assert.Throws<NotSupportedException>(
                    static () => JsonSerializer.Deserialize<T>("\"text\"")).Message, StringComparison.Ordinal);
            Assert.Contains(
                call,
                Assert.Throws<NotSupportedException>(
                    static () => JsonSerializer.Deserialize<Dictionary<T, int>>("""{"text":1}""")).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void An_id_is_refused_with_what_to_serialize_instead()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId id = pool.Allocate(Text).Id;

        Assert.Contains(
            "pool.Resolve(id)",
            Assert.Throws<NotSupportedException>(() => JsonSerializer.Serialize(id)).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "pool.Resolve(id)",
            Assert.Throws<NotSupportedException>(
                () => JsonSerializer.Serialize(new Dictionary<PooledStringId, int> { [id] = 1 })).Message,
            StringComparison.Ordinal);
        Assert.Equal(JsonSerializer.Serialize(Text), JsonSerializer.Serialize(pool.Resolve(id)));
    }

    [Fact]
    public void A_type_that_is_no_handle_is_not_converted()
    {
        Assert.False(new HandleJsonConverter<int>().CanConvert(typeof(int)));
        Assert.False(new HandleJsonConverter<ArenaString>().CanConvert(typeof(string)));
        Assert.True(new HandleJsonConverter<ArenaString>().CanConvert(typeof(ArenaString)));
    }

    [Fact]
    public void Code_that_is_generated_for_a_type_writes_its_handles()
    {
        using var pool = new SegmentedStringPool();
        using var utf8 = new Utf8StringPool();
        var record = new Record(pool.Allocate("a name"), utf8.Allocate("a value"));

        Assert.Equal("""{"Name":"a name","Value":"a value"}""", JsonSerializer.Serialize(record, Generated.Default.Record));
    }

    [Fact]
    public void Writing_makes_no_managed_string()
    {
        using var pool = new SegmentedStringPool();
        using var utf8 = new Utf8StringPool();
        var converter = (JsonConverter<PooledStringRef>)JsonSerializerOptions.Default.GetConverter(typeof(PooledStringRef));
        var utf8Converter = (JsonConverter<PooledUtf8String>)JsonSerializerOptions.Default.GetConverter(typeof(PooledUtf8String));
        PooledStringRef handle = pool.Allocate(Text);
        PooledUtf8String utf8Handle = utf8.Allocate(Text);
        using var stream = new MemoryStream(1_000_000);
        using var writer = new Utf8JsonWriter(stream);
        writer.WriteStartArray();
        Write(2_000);
        writer.Flush();

        long before = GC.GetAllocatedBytesForCurrentThread();
        Write(1_000);
        writer.Flush();
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Write(int times)
        {
            for (int i = 0; i < times; i++)
            {
                converter.Write(writer, handle, JsonSerializerOptions.Default);
                utf8Converter.Write(writer, utf8Handle, JsonSerializerOptions.Default);
            }
        }
    }

    internal sealed record Record(PooledStringRef Name, PooledUtf8String Value);

    [JsonSerializable(typeof(Record))]
    internal sealed partial class Generated : JsonSerializerContext;
}
