using System.Text;
using Cenote.Arenas;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Keys;
using Cenote.Strings;

namespace Cenote.Tests.Keys;

/// <summary>Equal keys of all types that convert to a key are the same key.</summary>
public sealed class TextKeyTests
{
    public static TheoryData<string> Texts => ["", "a", "Sac Actun", "größer", "セノーテ", new string('é', 1_000)];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Every_form_is_the_same_key(string text)
    {
        using var numbers = new PooledStringDictionary<int>();
        using var concurrent = new ConcurrentPooledStringDictionary<int>();
        using var set = new PooledStringSet();
        using var postings = new PooledStringPostings();
        using var cache = new ValueCache<int>();
        Span<char> chars = text.ToCharArray();
        Span<byte> utf8 = Encoding.UTF8.GetBytes(text);

        numbers[utf8] = concurrent[utf8] = 1;
        Assert.True(set.Add(utf8) && postings.Add(utf8, 1) && cache.Set(utf8, 1));

        Check(text);
        Check(text.AsSpan());
        Check(chars);
        Check(text.ToCharArray());
        Check(utf8);
        Check((ReadOnlySpan<byte>)utf8);
        Check(utf8.ToArray());

        void Check(TextKey key)
        {
            Assert.Equal(text, key.ToString());
            Assert.True(numbers.TryGetValue(key, out int number) && number == 1 && numbers.ContainsKey(key));
            Assert.True(concurrent.TryGetValue(key, out number) && number == 1 && concurrent.ContainsKey(key));
            Assert.True(set.Contains(key) && !set.Add(key));
            Assert.True(postings.Contains(key, 1) && !postings.Add(key, 1));
            Assert.True(cache.TryGet(key, out number) && number == 1);
        }
    }

    [Fact]
    public void Nothing_is_the_empty_key()
    {
        using var numbers = new PooledStringDictionary<int> { [default] = 7 };

        Assert.Equal(7, numbers[(string?)null]);
        Assert.Equal(7, numbers[(char[]?)null]);
        Assert.Equal(7, numbers[(byte[]?)null]);
        Assert.Equal(7, numbers[""]);
        Assert.Equal(7, numbers[""u8]);
    }

    // A constant interpolated string converts to both a string and a handler.
    [Fact]
    public void Constant_interpolated_strings_are_keys()
    {
        const string Name = "Ojos";
        using var numbers = new PooledStringDictionary<int> { ["Dos Ojos"] = 2 };
        using var set = new PooledStringSet(["Dos Ojos"]);
        using var concurrent = new ConcurrentPooledStringDictionary<int> { ["Dos Ojos"] = 2 };

        Assert.Equal(2, numbers[$"Dos {Name}"]);
        Assert.True(numbers.ContainsKey($"Dos {Name}") && set.Contains($"Dos {Name}") && concurrent.ContainsKey($"Dos {Name}"));
    }

    // Decoding may write past the last char of the key.
    [Fact]
    public void A_copy_leaves_nothing_in_its_buffer()
    {
        Span<char> buffer = new char[KeyCopy.StackChars];
        byte[] key = Encoding.UTF8.GetBytes(new string('é', 16) + "secret-password!");

        new KeyCopy(key, buffer).Dispose();
        new KeyCopy("secret", buffer).Dispose();

        Assert.Equal(-1, buffer.IndexOfAnyExcept('\0'));
    }

    [Fact]
    public void Nothing_is_chars_where_bytes_are_taken_as_well()
    {
        using var pool = new SegmentedStringPool();
        using var arena = new StringArena();
        using var table = new StringTable();
        var interner = new StringInterner();

        Assert.True(pool.Allocate([]).IsEmpty && arena.Add(default).IsEmpty);
        Assert.Equal("", interner.Intern([]));
        Assert.Equal(0, table.GetOrAdd(default));
        Assert.Equal("é", pool.Allocate("é"u8).ToString());
        Assert.Equal("é", interner.Intern("é"u8));
    }
}
