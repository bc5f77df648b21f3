using System.Text;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Interning;

/// <summary>Interners return the same instance for UTF-8 and UTF-16.</summary>
public sealed class Utf8InterningTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(StringComparison.Ordinal)]
    [InlineData(StringComparison.OrdinalIgnoreCase)]
    public void Every_interner_finds_what_it_finds_in_UTF16(StringComparison comparison)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var exact = new StringInterner(new StringInternerOptions { Comparison = comparison, MaximumLength = 100 });
        var weak = new WeakStringInterner(new WeakStringInternerOptions { Comparison = comparison, MaximumLength = 100 });
        var bounded = new BoundedStringInterner(
            new BoundedStringInternerOptions { Capacity = 4096, Comparison = comparison, MaximumLength = 100 });
        var alive = new List<string?>();
        for (int length = 0; length < 130; length++)
        {
            foreach (bool ascii in (bool[])[true, false])
            {
                string text = ascii
                    ? new string([.. Enumerable.Range(0, length).Select(_ => (char)random.Next(' ', 0x7f))])
                    : Texts.RandomValid(random, length);
                byte[] utf8 = Encoding.UTF8.GetBytes(text);
                Check(text, exact.TryGet, exact.TryGet, exact.TryIntern, exact.TryIntern);
                Check(text, weak.TryGet, weak.TryGet, weak.TryIntern, weak.TryIntern);
                Check(text, bounded.TryGet, bounded.TryGet, bounded.TryIntern, bounded.TryIntern);
                alive.Add(weak.TryGet(utf8, out string? kept) ? kept : null);
                if (ascii && comparison == StringComparison.OrdinalIgnoreCase && kept is not null)
                {
                    Assert.True(exact.TryGet(Encoding.UTF8.GetBytes(text.ToUpperInvariant()), out _));
                }
            }
        }

        GC.KeepAlive(alive);
    }

    [Fact]
    public void Bytes_of_any_kind_are_the_text_that_the_framework_makes_of_them()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        byte[][] parts =
        [
            [.. "a"u8], [.. "é"u8], [.. "水"u8], [.. "\uFFFD"u8], [.. "\U0001f600"u8], [0xe2, 0x82], [0xed, 0xa0, 0x80],
        ];
        var exact = new StringInterner();
        var weak = new WeakStringInterner();
        var bounded = new BoundedStringInterner(capacity: 65_536);
        using var table = new StringTable();
        var model = new Dictionary<string, (string Exact, string Weak, int Id)>();
        for (int step = 0; step < 20_000; step++)
        {
            // There are few short strings, so that they recur. In half of the steps, all strings are valid UTF-8.
            var bytes = new List<byte>();
            int length = random.Next(step % 16 == 0 ? 80 : 40);
            while (bytes.Count < length)
            {
                bytes.AddRange(parts[random.Next(step % 2 == 0 ? 5 : parts.Length)]);
            }

            byte[] utf8 = [.. bytes];
            string text = Encoding.UTF8.GetString(utf8);
            bool isThere = model.TryGetValue(text, out (string Exact, string Weak, int Id) known);

            Assert.Equal(isThere, exact.TryGet(utf8, out string? found) && ReferenceEquals(found, known.Exact));
            Assert.Equal(isThere, weak.TryGet(utf8, out found) && ReferenceEquals(found, known.Weak));
            Assert.Equal(isThere, table.TryGetId(utf8, out int id) && id == known.Id);
            if (!isThere)
            {
                known = random.Next(2) == 0
                    ? (exact.Intern(utf8), weak.Intern(utf8), table.GetOrAdd(utf8))
                    : (exact.Intern(text), weak.Intern(text), table.GetOrAdd(text));
                model.Add(text, known);
            }

            Assert.Equal((text, text), (known.Exact, known.Weak));
            Assert.Same(known.Exact, exact.Intern(text.AsSpan()));
            Assert.Same(known.Weak, weak.Intern(utf8));
            Assert.Equal(text, bounded.Intern(utf8));
            Assert.Same(bounded.Intern(text.AsSpan()), bounded.Intern(utf8));
            Assert.Equal(known.Id, table.GetOrAdd(utf8));
            Assert.Equal(known.Id, table.GetOrAdd(text));
        }

        Assert.Equal(model.Count, table.Count);
    }

    [Fact]
    public void Finding_and_asking_again_allocate_nothing()
    {
        var exact = new StringInterner();
        var weak = new WeakStringInterner();
        var bounded = new BoundedStringInterner(16);
        byte[][] texts = [[.. "plain text"u8], [.. "größer als ASCII"u8], [.. "Αγία Βίλα"u8]];
        string[] kept = Array.ConvertAll(texts, text => weak.Intern(text));
        Array.ForEach(texts, text => exact.Intern(text));
        Array.ForEach(texts, text => bounded.Intern(text));

        long allocated = ManagedAllocations.Of(() =>
        {
            foreach (byte[] text in texts)
            {
                Assert.True(exact.TryGet(text, out _) && exact.TryIntern(text, out _));
                Assert.True(weak.TryGet(text, out _) && weak.TryIntern(text, out _));
                Assert.True(bounded.TryGet(text, out _) && bounded.TryIntern(text, out _));
            }
        });

        Assert.Equal(0, allocated);
        GC.KeepAlive(kept);
    }

    private delegate bool Finder<T>(ReadOnlySpan<T> text, out string? interned);

    private static void Check(
        string text, Finder<char> get, Finder<byte> getUtf8, Finder<char> intern, Finder<byte> internUtf8)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        Assert.Equal(get(text, out string? before), getUtf8(utf8, out string? beforeUtf8));
        Assert.Same(before, beforeUtf8);

        bool fits = internUtf8(utf8, out string? added);

        Assert.Equal(fits, added is not null);
        Assert.Equal(fits, intern(text, out string? again));
        Assert.Same(added, again);
        Assert.Equal(fits, get(text, out string? found));
        Assert.Same(added, found);
        Assert.Equal(fits, getUtf8(utf8, out string? foundUtf8));
        Assert.Same(added, foundUtf8);
    }
}
