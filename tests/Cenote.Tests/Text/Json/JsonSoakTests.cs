using System.Text.Json;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tests.Support;
using Cenote.Text.Json;

#pragma warning disable CA1869 // Each test has its own options.

namespace Cenote.Tests.Text.Json;

/// <summary>Threads that read and write documents with the same converter.</summary>
public sealed class JsonSoakTests
{
    private const int Threads = 4;

    [Fact]
    public void Threads_share_an_interner_and_a_table()
    {
        string[] texts = [.. Enumerable.Range(0, 2_000).Select(i => $"text {i % 97} á \"{i % 31}\"")];
        byte[] document = JsonSerializer.SerializeToUtf8Bytes(texts);
        var interner = new BoundedStringInterner(capacity: 64);
        var exact = new StringInterner();
        using var table = new StringTable();
        var bounded = new JsonSerializerOptions { Converters = { JsonConverters.Interning(interner) } };
        var one = new JsonSerializerOptions { Converters = { JsonConverters.Interning(exact) } };
        var ids = new JsonSerializerOptions { Converters = { JsonConverters.TableIds(table) } };

        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, _ =>
        {
            for (int i = 0; i < RunSettings.Length(200); i++)
            {
                Assert.Equal(texts, JsonSerializer.Deserialize<string[]>(document, bounded)!);
                string[] read = JsonSerializer.Deserialize<string[]>(document, one)!;
                Assert.Equal(texts, read);
                Assert.Same(exact.Intern(texts[7]), read[7]);
                int[] numbers = JsonSerializer.Deserialize<int[]>(document, ids)!;
                Assert.Equal(document, JsonSerializer.SerializeToUtf8Bytes(numbers, ids));
            }
        });

        Assert.Equal(texts.Distinct(StringComparer.Ordinal).Count(), exact.Count);
        Assert.Equal(exact.Count, table.Count);
        Assert.InRange(interner.Count, 1, 64);
    }
}
