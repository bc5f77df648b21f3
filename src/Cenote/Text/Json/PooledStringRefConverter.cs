using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>Reads JSON strings into a pool, within a scope.</summary>
internal sealed class PooledStringRefConverter : HandleConverter<PooledStringRef>, IValueConverter
{
    private readonly StringPool _pool;

    // Asynchronous reads may continue on other threads.
    private readonly AsyncLocal<PooledStringScope?> _scope = new();

    public PooledStringRefConverter(StringPool pool)
    {
        _pool = pool;
        OrNull = new NullableConverter<PooledStringRef>(this);
    }

    public JsonConverter OrNull { get; }

    public PooledStringScope BeginScope() => new(_pool, _scope);

    public override PooledStringRef Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.AllowDuplicateProperties)
        {
            Throw.PropertiesMayRepeat();
        }

        PooledStringScope scope = _scope.Value is { IsOpen: true } open ? open : Throw.NoScope();
        PooledStringRef text = JsonText.Read<Target, PooledStringRef>(ref reader, new Target(_pool));
        scope.Add(text);
        return text;
    }

    private readonly struct Target(StringPool pool) : IJsonTarget<PooledStringRef>
    {
        public PooledStringRef FromUtf8(ReadOnlySpan<byte> utf8) => pool.Allocate(utf8);

        public PooledStringRef FromChars(scoped ReadOnlySpan<char> text) => pool.Allocate(text);
    }
}
