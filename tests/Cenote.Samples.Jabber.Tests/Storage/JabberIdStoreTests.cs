using System.Runtime.CompilerServices;
using Cenote.Samples.Jabber.Storage;
using static Cenote.Samples.Jabber.Tests.Storage.Addresses;

namespace Cenote.Samples.Jabber.Tests.Storage;

public sealed class JabberIdStoreTests
{
    [Fact]
    public void A_record_has_8_bytes_and_no_reference()
    {
        Assert.Equal(8, Unsafe.SizeOf<CompactJabberId>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<CompactJabberId>());
    }

    [Theory]
    [InlineData("juliet@example.com/balcony")]
    [InlineData("juliet@example.com")]
    [InlineData("example.com")]
    [InlineData("example.com/x")]
    [InlineData("\u03C0@b\u00FCcher.example/\u265A")]
    public void What_is_added_is_read_back(string text)
    {
        using var utf16 = new JabberIdStore<char>();
        using var utf8 = new JabberIdStore<byte>();

        // A resourcepart has a number from its second occurrence on.
        for (int i = 0; i < 3; i++)
        {
            Assert.Equal(text, utf16.Get(Add(utf16, text)).ToString());
            Assert.Equal(text, utf8.Get(Add(utf8, text)).ToString());
        }
    }

    [Fact]
    public void Common_resourceparts_are_numbered_and_single_ones_stand_beside_the_user()
    {
        using var store = new JabberIdStore<byte>();
        Add(store, "a@b/common");
        long first = store.TextBytes;
        Add(store, "a@b/common");
        long second = store.TextBytes;
        Add(store, "a@b/common");

        Assert.Equal(2 + 7, first);
        Assert.Equal(first + 1, second);
        Assert.Equal(second + 1, store.TextBytes);
    }

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(1_023)]
    public void Parts_of_any_length_are_kept(int length)
    {
        string domain = string.Join('.', Enumerable.Repeat("aa", length))[..length];
        string text = $"{new string('a', length)}@{domain}1/{new string('r', length)}";
        text = text.Replace(".1/", "a/", StringComparison.Ordinal).Replace("1/", "/", StringComparison.Ordinal);
        using var utf16 = new JabberIdStore<char>();
        using var utf8 = new JabberIdStore<byte>();

        Assert.Equal(text, utf16.Get(Add(utf16, text)).ToString());
        Assert.Equal(text, utf8.Get(Add(utf8, text)).ToString());
    }

    [Fact]
    public void More_servers_and_resourceparts_than_have_numbers_are_kept_all_the_same()
    {
        const int Count = 70_000;
        using var utf16 = new JabberIdStore<char>();
        using var utf8 = new JabberIdStore<byte>();
        var ids = new (CompactJabberId Utf16, CompactJabberId Utf8)[Count];
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < Count; i++)
            {
                // Each resourcepart occurs twice in a row, so that it gets a number.
                string text = $"u{i}@s{i}.example/r{i / 2}";
                ids[i] = (Add(utf16, text), Add(utf8, text));
            }
        }

        for (int i = 0; i < Count; i++)
        {
            Assert.Equal($"u{i}@s{i}.example/r{i / 2}", utf16.Get(ids[i].Utf16).ToString());
            Assert.Equal($"u{i}@s{i}.example/r{i / 2}", utf8.Get(ids[i].Utf8).ToString());
        }
    }

    [Fact]
    public void Text_fills_chunk_after_chunk()
    {
        using var store = new JabberIdStore<char>();
        string local = new('x', 1_000);
        CompactJabberId[] ids = [.. Enumerable.Range(0, 5_000).Select(i => Add(store, $"{local}{i}@example.com"))];

        Assert.True(store.TextBytes > 4 << 20);
        for (int i = 0; i < ids.Length; i++)
        {
            Assert.True(store.Get(ids[i]).Local.EndsWith($"x{i}"), $"address {i}");
        }
    }

    [Fact]
    public void Threads_add_beside_each_other()
    {
        const int Each = 50_000;
        using var store = new JabberIdStore<byte>();
        var ids = new CompactJabberId[4 * Each];
        Parallel.For(0, 4, thread =>
        {
            for (int i = 0; i < Each; i++)
            {
                ids[(thread * Each) + i] = Add(store, Text(thread, i));
                Assert.Equal(Text(thread, i), store.Get(ids[(thread * Each) + i]).ToString());
            }
        });

        for (int thread = 0; thread < 4; thread++)
        {
            for (int i = 0; i < Each; i++)
            {
                Assert.Equal(Text(thread, i), store.Get(ids[(thread * Each) + i]).ToString());
            }
        }

        static string Text(int thread, int i) =>
            $"user{thread}.{i}@server{i % 300}.example/{(i % 10 == 0 ? $"r{i}" : $"common{i % 30}")}";
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        using var utf16 = new JabberIdStore<char>();
        using var utf8 = new JabberIdStore<byte>();
        string[] texts = ["a@b/c", "a@b/c", "a@b/single", "b"];
        CompactJabberId[] wide = [.. texts.Select(text => Add(utf16, text))];
        CompactJabberId[] narrow = [.. texts.Select(text => Add(utf8, text))];
        Read();
        long before = GC.GetAllocatedBytesForCurrentThread();
        int length = Read() + Read();

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.Equal(4 * texts.Sum(text => text.Length), length);

        int Read()
        {
            int sum = 0;
            for (int i = 0; i < wide.Length; i++)
            {
                sum += utf16.Get(wide[i]).Length + utf8.Get(narrow[i]).Length;
            }

            return sum;
        }
    }

    [Fact]
    public void What_is_no_address_is_refused()
    {
        using var store = new JabberIdStore<char>();

        Assert.True(default(CompactJabberId).IsDefault);
        Assert.Throws<ArgumentException>(() => store.Get(default));
        Assert.Throws<ArgumentException>(() => store.Add(default));
        Assert.False(Add(store, "a").IsDefault);
    }

    [Fact]
    public void A_disposed_store_says_so()
    {
        var store = new JabberIdStore<char>();
        CompactJabberId id = Add(store, "a@b/c");
        store.Dispose();

        Assert.Throws<ObjectDisposedException>(() => store.Get(id).Length);
        Assert.Throws<ObjectDisposedException>(() => Add(store, "a@d"));
    }
}
