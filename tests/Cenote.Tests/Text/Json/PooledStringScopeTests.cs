using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Strings;
using Cenote.Text.Json;

#pragma warning disable CA1869 // Each test has its own options.

namespace Cenote.Tests.Text.Json;

/// <summary>Documents whose strings are in a pool: no string leaks.</summary>
public sealed class PooledStringScopeTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();
    private readonly JsonConverter<PooledStringRef> _converter;
    private readonly JsonSerializerOptions _options;

    public PooledStringScopeTests()
    {
        _converter = JsonConverters.InPool(_pool);
        _options = new JsonSerializerOptions { AllowDuplicateProperties = false, Converters = { _converter } };
    }

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData("""{"Name":"a long text","Name":"another text"}""")]
    [InlineData("""{"Name":"a long text","Parts":[{"Name":"of a part"}],"Parts":[]}""")]
    [InlineData("""{"Name":"a long text","Map":{"a":"one text","a":"another text"}}""")]
    [InlineData("""{"Name":"a long text","Keys":{"one key":1,"one key":2}}""")]
    [InlineData("""{"Name":"a long text" """)]
    [InlineData("""{"Name":"a long text"} x""")]
    [InlineData("""{"Name":"a long text","Parts":[{"Name":"of a part"},7]}""")]
    [InlineData("""{"Name":"a long text","Other":7}""")]
    public async Task A_document_that_fails_leaves_nothing_in_the_pool(string json)
    {
        using (_converter.BeginScope())
        {
            Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Person>(json, _options));
        }

        Assert.Equal(0, _pool.ActiveAllocations);
        using (_converter.BeginScope())
        {
            using var stream = new MemoryStream(Encoding.UTF8.GetBytes(json));
            var inPieces = new JsonSerializerOptions(_options) { DefaultBufferSize = 1 };
            await Assert.ThrowsAsync<JsonException>(
                () => JsonSerializer.DeserializeAsync<Person>(stream, inPieces).AsTask());
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void The_caller_owns_strings_that_are_kept()
    {
        using var scope = _converter.BeginScope();
        Person kept = JsonSerializer.Deserialize<Person>("""{"Name":"kept text","Other":""}""", _options)!;
        scope.Keep();
        Person dropped = JsonSerializer.Deserialize<Person>("""{"Name":"dropped text"}""", _options)!;
        scope.Dispose();
        scope.Dispose();

        Assert.Equal("kept text", kept.Name.ToString());
        Assert.False(dropped.Name.IsAlive);
        Assert.Equal(1, _pool.ActiveAllocations);
        Assert.Throws<ObjectDisposedException>(scope.Keep);
        kept.Name.Free();
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_converter_that_reads_into_no_pool_has_no_scope()
    {
        Assert.Throws<ArgumentException>("converter", () => new HandleConverter<PooledStringRef>().BeginScope());
        Assert.Throws<ArgumentNullException>("converter", () => default(JsonConverter<PooledStringRef>)!.BeginScope());
    }

    [Fact]
    public void The_exception_for_a_string_that_a_scope_has_freed_names_Keep()
    {
        PooledStringRef freed = _pool.Allocate("freed text");
        freed.Free();
        PooledStringRef dropped;
        using (PooledStringScope scope = _converter.BeginScope())
        {
            _ = JsonSerializer.Deserialize<PooledStringRef>("\"kept text\"", _options);
            scope.Keep();
        }

        Assert.DoesNotContain("Keep", MessageOf(freed), StringComparison.Ordinal);
        using (_converter.BeginScope())
        {
            dropped = JsonSerializer.Deserialize<PooledStringRef>("\"dropped text\"", _options);
        }

        Assert.Contains("call Keep before the scope ends.", MessageOf(dropped), StringComparison.Ordinal);

        static string MessageOf(PooledStringRef stale) =>
            Assert.Throws<InvalidOperationException>(() => stale.ToString()).Message;
    }

    [Fact]
    public void Null_can_be_read_only_as_a_nullable_handle()
    {
        using PooledStringScope scope = _converter.BeginScope();
        Assert.Null(JsonSerializer.Deserialize<PooledStringRef?>("null", _options));
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<PooledStringRef>("null", _options));
        Assert.Equal("text", JsonSerializer.Deserialize<PooledStringRef?>("\"text\"", _options)!.Value.ToString());
    }

    [Fact]
    public async Task A_scope_belongs_to_the_asynchronous_method_that_opens_it()
    {
        using PooledStringScope opened = await OpenAsync();
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize<PooledStringRef>("\"text\"", _options));

        using PooledStringScope scope = _converter.BeginScope();
        await Task.Yield();
        using var stream = new MemoryStream("[\"a text\",\"another text\"]"u8.ToArray());
        Assert.Equal(2, (await JsonSerializer.DeserializeAsync<PooledStringRef[]>(stream, _options))!.Length);
        scope.Dispose();
        Assert.Equal(0, _pool.ActiveAllocations);

        async Task<PooledStringScope> OpenAsync()
        {
            await Task.Yield();
            return _converter.BeginScope();
        }
    }

    [Fact]
    public void A_nested_scope_replaces_the_outer_one_until_it_is_disposed()
    {
        using PooledStringScope outer = _converter.BeginScope();
        using (PooledStringScope inner = _converter.BeginScope())
        {
            _ = JsonSerializer.Deserialize<PooledStringRef>("\"inner text\"", _options);
            outer.Keep();
        }

        Assert.Equal(0, _pool.ActiveAllocations);
        _ = JsonSerializer.Deserialize<PooledStringRef>("\"outer text\"", _options);
        Assert.Equal(1, _pool.ActiveAllocations);
        outer.Dispose();
        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.Throws<NotSupportedException>(() => JsonSerializer.Deserialize<PooledStringRef>("\"text\"", _options));
    }

    [Fact]
    public void Reading_without_a_scope_or_with_duplicate_properties_allowed_throws_with_advice()
    {
        var repeating = new JsonSerializerOptions { Converters = { _converter } };

        Assert.Contains("converter.BeginScope()", Refused(_options), StringComparison.Ordinal);
        using PooledStringScope scope = _converter.BeginScope();
        Assert.Contains("AllowDuplicateProperties to false", Refused(repeating), StringComparison.Ordinal);
        Assert.Equal(0, _pool.ActiveAllocations);

        static string Refused(JsonSerializerOptions options) => Assert.Throws<NotSupportedException>(
            () => JsonSerializer.Deserialize<Person>("""{"Name":"a long text"}""", options)).Message;
    }

    [Fact]
    public void A_pool_may_be_disposed_before_the_scope()
    {
        using PooledStringScope scope = _converter.BeginScope();
        _ = JsonSerializer.Deserialize<PooledStringRef>("\"a long text\"", _options);
        _pool.Dispose();

        scope.Dispose();

        Assert.Throws<ObjectDisposedException>(scope.Keep);
    }

    private sealed class Person
    {
        public PooledStringRef Name { get; set; }

        public PooledStringRef? Other { get; set; }

        public Part[] Parts { get; set; } = [];

        public Dictionary<string, PooledStringRef> Map { get; set; } = [];

        public Dictionary<PooledStringRef, int> Keys { get; set; } = [];
    }

    private sealed record Part(PooledStringRef Name);
}
