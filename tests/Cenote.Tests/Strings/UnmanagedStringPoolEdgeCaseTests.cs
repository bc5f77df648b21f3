using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class UnmanagedStringPoolEdgeCaseTests : IDisposable
{
    private readonly UnmanagedStringPool _pool = new(1_000);

    public static TheoryData<int> Lengths => [1, 100, 508, 509, 5_000, 700_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Create_lets_the_callback_write_the_text(int length)
    {
        PooledString handle = _pool.Create(length, 42u, static (text, seed) => Texts.WriteChecked(text, seed));

        Assert.Equal(length, handle.Length);
        Assert.True(Texts.IsChecked(handle.AsSpan(), 42));
    }

    [Fact]
    public void Create_takes_a_span_as_its_state_and_makes_nothing_of_no_chars()
    {
        ReadOnlySpan<char> state = "span";

        Assert.Equal("span", _pool.Create(4, state, static (text, state) => state.CopyTo(text)).ToString());
        Assert.True(_pool.Create(0, 0, static (_, _) => Assert.Fail("The callback must not be called.")).IsEmpty);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_callback_that_throws_frees_its_string(int length)
    {
        for (int i = 0; i < 100; i++)
        {
            Assert.Throws<FormatException>(() => _pool.Create(length, 0, static (_, _) => throw new FormatException()));
        }

        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.InRange(_pool.BytesReserved, 0, 4 << 20);
        _pool.Clear();
        Assert.Equal("text", _pool.Allocate("text").ToString());
    }

    [Fact]
    public void The_text_that_a_callback_writes_does_not_move_while_others_come_and_go()
    {
        PooledString[] before = [.. Enumerable.Range(0, 40_000).Select(number => _pool.Allocate($"before {number}"))];
        PooledString inner = default;

        PooledString outer = _pool.Create(300, 1u, (text, seed) =>
        {
            Texts.WriteChecked(text, seed);

            // Frees all strings but 100: enough for a compaction, which must not happen while the callback writes.
            Array.ForEach(before[100..], static handle => handle.Free());
            inner = _pool.Create(3_000, 2u, static (text, seed) => Texts.WriteChecked(text, seed));
            for (int i = 0; i < 3_000; i++)
            {
                _pool.Allocate(new string('x', i % 700));
            }

            Assert.True(Texts.IsChecked(text, seed), "The string was moved or overwritten.");
            text[0] = text[0];
        });

        Assert.True(Texts.IsChecked(outer.AsSpan(), 1));
        Assert.True(Texts.IsChecked(inner.AsSpan(), 2));
        Assert.All(before[..100], static (handle, number) => Assert.Equal($"before {number}", handle.ToString()));
        Assert.InRange(_pool.Trim(), 1, long.MaxValue);
        Assert.True(Texts.IsChecked(outer.AsSpan(), 1));
    }

    [Fact]
    public void A_callback_is_refused_memory_for_which_texts_would_have_to_move()
    {
        using var pool = new UnmanagedStringPool(1_000, allowGrowth: false);
        PooledString[] freed = [.. Enumerable.Range(0, 70).Select(_ => pool.Allocate("12345678"))];

        PooledString outer = pool.Create(50, 3u, (text, seed) =>
        {
            Array.ForEach(freed, static handle => handle.Free());
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 300)));
            Texts.WriteChecked(text, seed);
        });

        Assert.Equal(300, pool.Allocate(new string('x', 300)).Length);
        Assert.True(Texts.IsChecked(outer.AsSpan(), 3));
    }

    [Fact]
    public void A_pool_made_without_growth_grows_while_a_callback_writes_once_it_may()
    {
        using var pool = new UnmanagedStringPool(1_000, allowGrowth: false);
        PooledString before = pool.Allocate("before");
        ReadOnlySpan<char> span = before.AsSpan();
        PooledString inner = default;
        pool.AllowGrowth = true;

        PooledString outer = pool.Create(50, 3u, (text, seed) =>
        {
            inner = pool.Allocate(new string('x', 300_000));
            Texts.WriteChecked(text, seed);
        });

        Assert.Equal(new string('x', 300_000), inner.ToString());
        Assert.True(Texts.IsChecked(outer.AsSpan(), 3));
        Assert.True(span.Overlaps(before.AsSpan(), out int moved) && moved == 0, "Growth has moved a string.");
        pool.AllowGrowth = false;
        int free = pool.FreeSpaceChars;
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('y', free + 1)));
        Assert.Equal(free, pool.Allocate(new string('y', free)).Length);
    }

    [Fact]
    public void What_moves_or_ends_all_texts_is_refused_in_a_callback()
    {
        PooledString handle = _pool.Create(10, 5u, (text, seed) =>
        {
            _pool.Create(10, 0, (_, _) => Assert.Throws<InvalidOperationException>(_pool.Dispose)).Free();
            AssertRefused(nameof(_pool.Clear), _pool.Clear);
            AssertRefused(nameof(_pool.Trim), () => _pool.Trim());
            AssertRefused(nameof(_pool.DefragmentAndGrowPool), () => _pool.DefragmentAndGrowPool(0));
            AssertRefused(nameof(_pool.Dispose), _pool.Dispose);
            Texts.WriteChecked(text, seed);
        });

        Assert.True(Texts.IsChecked(handle.AsSpan(), 5));
        _pool.Clear();
        Assert.False(handle.IsAlive);

        static void AssertRefused(string operation, Action code) =>
            Assert.Contains(operation, Assert.Throws<InvalidOperationException>(code).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Create_names_what_is_wrong()
    {
        Assert.Equal("fill", Assert.Throws<ArgumentNullException>(() => _pool.Create<int>(1, 0, null!)).ParamName);
        Assert.Equal(
            "length", Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Create(-1, 0, static (_, _) => { })).ParamName);
        Assert.Equal(
            "length",
            Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Create(int.MaxValue, 0, static (_, _) => { })).ParamName);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_slot_is_not_lost_when_growth_is_refused()
    {
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(100, true, pages, TimeProvider.System);
        PooledString kept = pool.Allocate("kept");
        pages.Fails = static _ => true;

        for (int i = 0; i < 10; i++)
        {
            OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 100_000)));
            Assert.Contains("200000 bytes", exception.Message, StringComparison.Ordinal);
        }

        Assert.Equal(1, pool.ActiveAllocations);
        Assert.Equal(1, pool.GetStatistics().TotalAllocations);
        pages.Fails = static _ => false;
        PooledString next = pool.Allocate(new string('x', 100_000));
        Assert.Equal(kept.Id.Cell.Index + 1, next.Id.Cell.Index);
        Assert.Equal("kept", kept.ToString());
    }

    [Fact]
    public void A_table_that_cannot_grow_takes_back_the_slots_of_freed_strings()
    {
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(1_000_000, true, pages, TimeProvider.System);
        var handles = new List<PooledString>();
        pages.Fails = static _ => true;
        Assert.Throws<OutOfMemoryException>(Fill);

        Assert.InRange(pool.FreeSpaceChars, 1_000, 1_000_000);
        handles[0].Free();
        Assert.Equal("another size", pool.Allocate("another size").ToString());
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("another size"));
        Assert.All(handles[1..], static handle => Assert.Equal("x", handle.ToString()));

        void Fill()
        {
            for (int i = 0; i < 1_000_000; i++)
            {
                handles.Add(pool.Allocate("x"));
            }
        }
    }

    [Fact]
    public void Growth_is_by_what_is_needed_when_more_is_refused()
    {
        var pages = new FailingPageSource { LargestCommit = 128 << 10 };
        using var pool = new UnmanagedStringPool(30_000, true, pages, TimeProvider.System);
        PooledString[] handles =
            [.. Enumerable.Range(0, 40).Select(number => pool.Allocate(new string((char)('a' + number), 30_000)))];

        Assert.All(handles, static (handle, number) => Assert.Equal(new string((char)('a' + number), 30_000), handle.ToString()));
    }

    [Fact]
    public void A_pool_of_more_than_64_MiB_is_on_huge_pages()
    {
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(20 << 20, true, pages, TimeProvider.System);
        Assert.Empty(pages.HugeRanges);

        pool.Reserve(40 << 20);
        Assert.NotEmpty(pages.HugeRanges);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_pool_that_cannot_have_its_first_memory_says_so_and_keeps_nothing(bool allowGrowth)
    {
        // The first request reserves addresses; the next requests commit the table and the block.
        foreach (
            Func<int,
            bool> fails in (Func<int, bool>[])[static _ => true, static request => request == 2, static request => request == 3])
        {
            var pages = new FailingPageSource { Fails = fails };

            OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(
                () => new UnmanagedStringPool(100, allowGrowth, pages, TimeProvider.System));

            Assert.Contains("208 bytes", exception.Message, StringComparison.Ordinal);
            Assert.Equal(0, pages.Reservations);
        }
    }

    [Theory]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Where_addresses_are_scarce_a_pool_grows_as_far_as_half_of_them_reach(int capacityChars)
    {
        var pages = new LimitedPageSource(mostReserved: 3 << 20);
        using var pool = new UnmanagedStringPool(capacityChars, true, pages, TimeProvider.System);

        // Uses at most half of the addresses, because the rest of the process also needs some.
        Assert.InRange(pages.Reserved, 3u << 18, 3u << 19);
        var handles = new List<PooledString>();

        Assert.Throws<OutOfMemoryException>(Fill);

        Assert.InRange(handles.Count * 2_008L, (long)pages.Reserved * 15 / 32, (long)pages.Reserved / 2);
        Assert.All(handles, static (handle, number) => Assert.True(Texts.IsChecked(handle.AsSpan(), (uint)number)));
        handles[0].Free();
        Assert.Equal(1_000, pool.Allocate(new string('x', 1_000)).Length);

        void Fill()
        {
            for (int number = 0; number < 10_000; number++)
            {
                handles.Add(pool.Create(1_000, (uint)number, static (text, seed) => Texts.WriteChecked(text, seed)));
            }
        }
    }

    [Fact]
    public void Where_addresses_suffice_for_nothing_else_a_pool_has_its_initial_capacity()
    {
        var pages = new LimitedPageSource(mostReserved: 410 << 10);
        using var pool = new UnmanagedStringPool(100_000, true, pages, TimeProvider.System);

        Assert.Equal(100_000, pool.Allocate(new string('x', 100_000)).Length);
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 10_000)));
    }

    [Fact]
    public void A_pool_without_growth_commits_only_what_it_needs()
    {
        var pages = new LimitedPageSource(ulong.MaxValue);
        using var pool = new UnmanagedStringPool(100_000, false, pages, TimeProvider.System);
        for (int i = 0; i < 12_500; i++)
        {
            pool.Allocate("four");
        }

        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("four"));
        Assert.InRange(pages.Committed, 400_000u, 600_000u);
    }

    [Fact]
    public void A_span_that_is_used_too_long_does_not_fault()
    {
        using var pool = new UnmanagedStringPool(10, allowGrowth: false) { AllowGrowth = true };
        ReadOnlySpan<char> beforeGrowth = pool.Allocate("text").AsSpan();
        PooledString large = pool.Allocate(new string('x', 5_000_000));
        ReadOnlySpan<char> beforeRelease = large.AsSpan();

        large.Free();

        Assert.InRange(pool.BytesReserved, 0, 1 << 20);
        int sum = 0;
        foreach (char c in beforeRelease)
        {
            sum += c;
        }

        Assert.InRange(sum + beforeGrowth[3], 0, int.MaxValue);
    }

    [Theory]
    [InlineData("a\0b")]
    [InlineData("\0")]
    [InlineData("\ud800")]
    [InlineData("😀 é ß")]
    public void Any_utf16_is_text(string text) => Assert.Equal(text, _pool.Allocate(text).ToString());

    [Fact]
    public void Ten_thousand_similar_texts_have_as_many_hashes()
    {
        HashSet<int> hashes =
        [
            .. Enumerable.Range(0, 10_000)
                .Select(number => _pool.Allocate($"https://example.org/items/{number}/details.html").GetHashCode()),
        ];

        Assert.InRange(hashes.Count, 9_990, 10_000);
    }

    [Fact]
    public void A_text_beyond_the_longest_is_refused_before_anything_is_read()
    {
        char someChar = 'x';

        Assert.Equal(
            "value",
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _pool.Allocate(MemoryMarshal.CreateReadOnlySpan(ref someChar, int.MaxValue))).ParamName);
    }

    private sealed unsafe class LimitedPageSource(ulong mostReserved) : PageSource
    {
        public ulong Reserved { get; private set; }

        public ulong Committed { get; private set; }

        public override byte* TryReserve(nuint bytes)
        {
            if (bytes > mostReserved - Reserved)
            {
                return null;
            }

            Reserved += bytes;
            return System.TryReserve(bytes);
        }

        public override bool TryCommit(byte* address, nuint bytes)
        {
            Committed += bytes;
            return System.TryCommit(address, bytes);
        }

        public override bool Discard(byte* address, nuint bytes) => System.Discard(address, bytes);

        public override bool TryRenew(byte* address, nuint bytes) => System.TryRenew(address, bytes);

        public override void PreferHugePages(byte* address, nuint bytes) => System.PreferHugePages(address, bytes);

        public override bool TryRelease(byte* address, nuint bytes)
        {
            Reserved -= bytes;
            return System.TryRelease(address, bytes);
        }
    }
}
