using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Text;

namespace Cenote.Arenas;

/// <content>JSON.</content>
public readonly partial struct ArenaString : IJsonText
{
    string IJsonText.HowToRead => CommonThrow.ReadByConverter("InArena(arena)", "arena.Add(text)");

    void IJsonText.WriteTo(Utf8JsonWriter writer, bool isName)
    {
        JsonCopy.Write(writer, Read(in this, out StringArena? arena), isName);
        GC.KeepAlive(arena);
    }

    JsonConverter IJsonText.NewConverter() => new HandleConverter<ArenaString>();
}
