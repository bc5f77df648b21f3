using System.Text;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>No operation reads a byte before or after its key: the pages there fault.</summary>
public sealed unsafe class KeysAtUnmappedPagesTests(ITestOutputHelper output)
{
    // Each committed page is between two pages that are only reserved.
    private const int PageBytes = (int)AddressSpace.GranuleBytes;
    private const int LongestKey = 140;

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    [InlineData(KeyEncoding.Utf8)]
    public void Keys_of_all_lengths_are_found_right_before_an_unmapped_page_and_right_after_one(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var options = new PooledStringDictionaryOptions { KeyEncoding = encoding };
        using var dictionary = new PooledStringDictionary<int>(options);
        using var concurrent = new ConcurrentPooledStringDictionary<int>(options);
        using var table = new StringTable();
        var interner = new StringInterner();
        byte* pages = PageSource.System.TryReserve(3 * PageBytes);
        Assert.True(pages != null);
        try
        {
            byte* page = pages + PageBytes;
            Assert.True(PageSource.System.TryCommit(page, PageBytes));
            for (int length = 0; length <= LongestKey; length++)
            {
                foreach (string key in (string[])[new string((char)('a' + (length % 26)), length), Texts.RandomValid(random, length)])
                {
                    byte[] utf8 = Encoding.UTF8.GetBytes(key);
                    foreach (byte* start in (byte*[])[page, page + PageBytes - utf8.Length])
                    {
                        var bytes = new Span<byte>(start, utf8.Length);
                        utf8.CopyTo(bytes);
                        AskAndAdd(dictionary, concurrent, bytes);
                        Assert.Equal(key, interner.Intern(bytes));
                        Assert.True(interner.TryGet(bytes, out _));
                        Assert.Equal(key, table.AsSpan(table.GetOrAdd(bytes)).ToString());
                        Assert.True(table.TryGetId(bytes, out _));
                    }

                    foreach (byte* start in (byte*[])[page, page + PageBytes - (2 * key.Length)])
                    {
                        var chars = new Span<char>(start, key.Length);
                        key.CopyTo(chars);
                        AskAndAdd(dictionary, concurrent, chars);
                    }
                }
            }
        }
        finally
        {
            Assert.True(PageSource.System.TryRelease(pages, 3 * PageBytes));
        }
    }

    // Looks up a missing key, adds it, finds it, and removes it.
    private static void AskAndAdd(
        PooledStringDictionary<int> dictionary, ConcurrentPooledStringDictionary<int> concurrent, ReadOnlySpan<byte> key)
    {
        Assert.False(dictionary.TryGetValue(key, out _));
        Assert.False(concurrent.TryGetValue(key, out _));
        dictionary.GetValueRefOrAddDefault(key, out bool exists) = 1;
        Assert.False(exists);
        Assert.True(concurrent.TryAdd(key, 1));
        Assert.True(dictionary.TryGetValue(key, out _));
        Assert.True(dictionary.ContainsKey(key));
        Assert.True(concurrent.TryGetValue(key, out _));
        Assert.True(dictionary.Remove(key));
        Assert.True(concurrent.TryRemove(key, out _));
    }

    private static void AskAndAdd(
        PooledStringDictionary<int> dictionary, ConcurrentPooledStringDictionary<int> concurrent, ReadOnlySpan<char> key)
    {
        Assert.False(dictionary.TryGetValue(key, out _));
        Assert.False(concurrent.TryGetValue(key, out _));
        Assert.True(dictionary.TryAdd(key, 1));
        Assert.True(concurrent.TryAdd(key, 1));
        Assert.True(dictionary.TryGetValue(key, out _));
        Assert.True(concurrent.TryGetValue(key, out _));
        Assert.True(dictionary.Remove(key));
        Assert.True(concurrent.TryRemove(key, out _));
    }
}
