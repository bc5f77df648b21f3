using System.Buffers;
using System.Text.Json;

namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>A writer of JSON and the buffer it writes to.</summary>
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
