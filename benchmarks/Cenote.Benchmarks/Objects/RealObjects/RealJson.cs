namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>A JSON document of 400 bytes, copied out.</summary>
internal readonly struct RealJson() : IRealObject<JsonOutput>
{
    private const int Entries = 8;

    private readonly byte[] _output = new byte[1_024];

    public Action<JsonOutput>? Cleaner => static item => item.Reset();

    public JsonOutput Create() => new();

    public bool Cleanup(JsonOutput item)
    {
        item.Reset();
        return true;
    }

    public void Use(JsonOutput item)
    {
        item.Writer.WriteStartArray();
        for (int i = 0; i < Entries; i++)
        {
            item.Writer.WriteStartObject();
            item.Writer.WriteNumber("id", 1_000 + i);
            item.Writer.WriteString("name", "a name of some length");
            item.Writer.WriteEndObject();
        }

        item.Writer.WriteEndArray();
        item.Writer.Flush();
        item.Written.CopyTo(_output);
    }
}
