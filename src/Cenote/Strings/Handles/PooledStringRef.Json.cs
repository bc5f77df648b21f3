using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Text;

namespace Cenote.Strings;

/// <content>JSON.</content>
public readonly partial struct PooledStringRef : IJsonText
{
    string IJsonText.HowToRead => CommonThrow.ReadByConverter("InPool(pool)", "pool.Allocate(text)");

    void IJsonText.WriteTo(Utf8JsonWriter writer, bool isName)
    {
        JsonCopy.Write(writer, AsSpan(), isName);
        _ = WithPoolAlive(0);
    }

    JsonConverter IJsonText.NewConverter() => new HandleConverter<PooledStringRef>();
}
