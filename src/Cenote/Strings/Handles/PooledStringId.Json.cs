using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <content>JSON.</content>
public readonly partial struct PooledStringId : IJsonText
{
    string IJsonText.HowToRead => CommonThrow.ReadByCall("pool.Allocate(text).Id");

    void IJsonText.WriteTo(Utf8JsonWriter writer, bool isName) => Throw.IdHasNoText();

    JsonConverter IJsonText.NewConverter() => new HandleConverter<PooledStringId>();
}
