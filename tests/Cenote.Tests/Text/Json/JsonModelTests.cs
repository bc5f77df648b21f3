using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;
using Cenote.Tests.Support;
using Cenote.Text.Json;
using Xunit.Abstractions;

#pragma warning disable CA1869 // Each test has its own options.

namespace Cenote.Tests.Text.Json;

/// <summary>
/// For any content between two quotes, each converter reads the same value as <see cref="JsonSerializer"/>, or fails in the same
/// way.
/// </summary>
public sealed class JsonModelTests(ITestOutputHelper output) : IDisposable
{
    private static readonly JsonSerializerOptions s_plain = new() { AllowDuplicateProperties = false };

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
    public void Random_strings_are_read_as_the_serializer_reads_them()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int i = 0; i < RunSettings.Length(20_000); i++)
        {
            Check(RandomLiteral(random), random);
        }
    }

    [Theory]
    [InlineData("\"\"")]
    [InlineData("\"Yucat\\u00e1n\"")]
    [InlineData("\"\\ud83d\\ude00\"")]
    [InlineData("\"\\ud83d\"")]
    [InlineData("\"\\ude00\\ud83d\"")]
    [InlineData("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")]
    [InlineData("\"\\u0000\"")]
    [InlineData("\"\\x\"")]
    [InlineData("\"open")]
    [InlineData("17")]
    [InlineData("true")]
    [InlineData("[]")]
    [InlineData("{\"a\":1}")]
    public void Known_cases_are_read_as_the_serializer_reads_them(string literal) =>
        Check(Encoding.UTF8.GetBytes(literal), new Random(1));

    [Fact]
    public void Invalid_UTF8_is_refused_as_the_serializer_refuses_it()
    {
        Check([(byte)'"', 0xff, (byte)'"'], new Random(1));
        Check([(byte)'"', (byte)'\\', (byte)'n', 0xc3, (byte)'"'], new Random(1));
        Check([(byte)'"', 0xed, 0xa0, 0x80, (byte)'"'], new Random(1));
        Assert.Equal(0, _table.Count);
    }

    private void Check(byte[] literal, Random random)
    {
        Compare(literal, null, s_plain, static (string text) => text);
        Compare(literal, JsonConverters.Interning(new StringInterner()), null, static (string text) => text);
        Compare(literal, JsonConverters.TableIds(_table), null, (int id) => _table.AsSpan(id).ToString());
        Compare(literal, JsonConverters.InPool(_pool), null, static (PooledStringRef handle) => handle.ToString());
        Compare(literal, JsonConverters.InArena(_arena), null, static (ArenaString value) => value.ToString());
        CompareInPieces(literal, JsonConverters.Interning(new StringInterner()), random, static text => text);
        CompareInPieces(literal, JsonConverters.TableIds(_table), random, id => _table.AsSpan(id).ToString());
        CompareInPieces(literal, JsonConverters.InPool(_pool), random, static handle => handle.ToString());
        CompareInPieces(literal, JsonConverters.InArena(_arena), random, static value => value.ToString());
        _pool.Clear();
        _arena.Reset();
    }

    private static void Compare<T>(
        byte[] literal, JsonConverter? converter, JsonSerializerOptions? given, Func<T, string> text)
        where T : notnull
    {
        JsonSerializerOptions options = given
            ?? new JsonSerializerOptions { AllowDuplicateProperties = false, Converters = { converter! } };
        using PooledStringScope? scope = (converter as JsonConverter<PooledStringRef>)?.BeginScope();
        Assert.Equal(Outcome(literal, s_plain, static (string value) => value), Outcome(literal, options, text));

        byte[] document = [.. "{"u8, .. literal, .. ":1}"u8];
        Assert.Equal(
            Outcome(document, s_plain, static (Dictionary<string, long> read) => read.Single().Key),
            Outcome(document, options, (Dictionary<T, long> read) => text(read.Single().Key)));
    }

    // Returns the value read, or the failure's path, position and reason. Its message is not compared, because it names a type.
    private static string Outcome<T>(byte[] document, JsonSerializerOptions options, Func<T, string> text)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(document, options) is { } read ? $"read: {text(read)}" : "null";
        }
        catch (JsonException exception)
        {
            return $"{exception.Path} {exception.LineNumber} {exception.BytePositionInLine} {exception.InnerException?.Message}";
        }
    }

    private static void CompareInPieces<T>(byte[] literal, JsonConverter<T> converter, Random random, Func<T, string> text)
    {
        ReadOnlySequence<byte> pieces = InPieces(literal, random);
        using PooledStringScope? scope = (converter as JsonConverter<PooledStringRef>)?.BeginScope();
        string? expected = OutcomeOf(pieces, static (ref reader) => reader.GetString()!);
        Assert.Equal(expected, OutcomeOf(pieces, (ref reader) => text(converter.Read(ref reader, typeof(T), s_plain)!)));
    }

    private delegate string ReadText(ref Utf8JsonReader reader);

    private static string OutcomeOf(ReadOnlySequence<byte> pieces, ReadText read)
    {
        try
        {
            var reader = new Utf8JsonReader(pieces);
            reader.Read();
            return $"read: {read(ref reader)}";
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return exception.Message;
        }
    }

    private static ReadOnlySequence<byte> InPieces(byte[] bytes, Random random)
    {
        var first = new Piece(ReadOnlyMemory<byte>.Empty, 0);
        Piece last = first;
        for (int start = 0; start < bytes.Length;)
        {
            int length = Math.Min(bytes.Length - start, random.Next(1, 8));
            last = last.Append(bytes.AsMemory(start, length));
            start += length;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private static byte[] RandomLiteral(Random random)
    {
        var literal = new List<byte> { (byte)'"' };
        int parts = random.Next(10) == 0 ? random.Next(400) : random.Next(12);
        int kinds = random.Next(1, 8);
        for (int i = 0; i < parts; i++)
        {
            literal.AddRange(random.Next(kinds) switch
            {
                0 => [(byte)random.Next('a', 'z')],
                1 => "some words"u8,
                2 => Encoding.UTF8.GetBytes(Texts.RandomValid(random, random.Next(5)).Replace("\"", "", StringComparison.Ordinal)
                    .Replace("\\", "", StringComparison.Ordinal)),
                3 => Encoding.ASCII.GetBytes($"\\u{random.Next(0x10000):x4}"),
                4 => Encoding.ASCII.GetBytes($"\\ud83d\\ude{random.Next(0x40):x2}"),
                5 => random.Next(8) == 0 ? [(byte)random.Next(0x80, 0x100)] : "x"u8,
                _ => random.Next(8) == 0 ? Encoding.ASCII.GetBytes($"\\ud8{random.Next(0x100):x2}") : "\\n"u8,
            });
        }

        literal.Add((byte)'"');
        return [.. literal];
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public Piece Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
