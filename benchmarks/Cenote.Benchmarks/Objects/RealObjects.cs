using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Cenote.Benchmarks.Objects;

/// <summary>Commonly pooled objects.</summary>
public enum RealKind
{
    /// <summary>A builder that is cleared after use.</summary>
    StringBuilder,

    /// <summary>A builder of short strings that is cleared after use.</summary>
    ShortStringBuilder,

    /// <summary>A stream whose length is set to 0 after use.</summary>
    MemoryStream,

    /// <summary>A writer that is reset after use, together with its buffer.</summary>
    Utf8JsonWriter,
}

/// <summary>Commonly pooled objects: how they are created, cleaned and used. Implemented by structs.</summary>
internal interface IRealObject<T> : IRivalPolicy<T>
    where T : class
{
    void Use(T item);
}

/// <summary>A string of 10 chars per part, built from small parts and copied out.</summary>
internal readonly struct RealStringBuilder(int parts) : IRealObject<StringBuilder>
{
    private readonly char[] _output = new char[16 * parts];

    public Action<StringBuilder>? Cleaner => static item => item.Clear();

    public StringBuilder Create() => new();

    public bool Cleanup(StringBuilder item)
    {
        item.Clear();
        return true;
    }

    public void Use(StringBuilder item)
    {
        for (int i = 0; i < parts; i++)
        {
            item.Append("part ").Append(1_000 + i).Append(',');
        }

        item.CopyTo(0, _output, item.Length);
    }
}

/// <summary>A kilobyte, written in small parts; the first part is copied out.</summary>
internal readonly struct RealMemoryStream() : IRealObject<MemoryStream>
{
    private const int Parts = 16;

    private readonly byte[] _part = new byte[64];

    public Action<MemoryStream>? Cleaner => static item => item.SetLength(0);

    public MemoryStream Create() => new();

    public bool Cleanup(MemoryStream item)
    {
        item.SetLength(0);
        return true;
    }

    public void Use(MemoryStream item)
    {
        for (int i = 0; i < Parts; i++)
        {
            item.Write(_part);
        }

        item.GetBuffer().AsSpan(0, _part.Length).CopyTo(_part);
    }
}

/// <summary>A JSON document of 345 bytes, copied out.</summary>
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

/// <summary>A JSON writer and its buffer.</summary>
internal sealed class JsonOutput
{
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public JsonOutput() => Writer = new Utf8JsonWriter(_buffer);

    public Utf8JsonWriter Writer { get; }

    public ReadOnlySpan<byte> Written => _buffer.WrittenSpan;

    public void Reset()
    {
        _buffer.ResetWrittenCount();
        Writer.Reset(_buffer);
    }
}
