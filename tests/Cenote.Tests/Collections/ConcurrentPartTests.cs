using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentPartTests : IDisposable
{
    private readonly ConcurrentPart<int> _part = new(new PooledStringDictionary<int>());

    public void Dispose() => _part.Entries.Dispose();

    [Fact]
    public void A_reader_waits_for_a_change_that_has_begun()
    {
        Change(() => _part.Entries["key"] = 1);
        int read = 0;
        var reader = new Thread(() => TryGetValue("key", out read));
        lock (_part.Gate)
        {
            _part.BeginChange();
            reader.Start();
            Thread.Sleep(30);
            _part.Entries["key"] = 2;
            _part.EndChange();
        }

        reader.Join();
        Assert.Equal(2, read);
    }

    [Fact]
    public void A_reader_needs_no_lock_while_nothing_changes()
    {
        Change(() => _part.Entries["key"] = 1);
        int read = 0;
        var reader = new Thread(() => TryGetValue("key", out read));
        lock (_part.Gate)
        {
            reader.Start();
            reader.Join();
        }

        Assert.Equal(1, read);
    }

    // The value is so large that readers and writers spend most of their time copying it.
    [LongFact]
    public void A_value_that_was_changed_while_it_was_copied_is_copied_again()
    {
        using var entries = new PooledStringDictionary<Page>();
        var part = new ConcurrentPart<Page>(entries);
        part.Set("key", default);
        bool done = false;
        var writer = new Thread(() =>
        {
            var page = default(Page);
            for (ulong i = 1; !Volatile.Read(ref done); i++)
            {
                ((Span<ulong>)page).Fill(i);
                part.Set("key", page);
            }
        });
        writer.Start();

        // Repeats until both threads have worked concurrently instead of in turns.
        int broken = 0;
        int changes = 0;
        ulong last = 0;
        ulong hash = KeyHash.ComputeLong("key");
        for (int reads = 0; changes < 10_000 && reads < 10_000_000; reads++)
        {
            Assert.True(part.TryGetValue<char>("key", hash, out Page page));
            broken += ((Span<ulong>)page).ContainsAnyExcept(page[0]) ? 1 : 0;
            changes += page[0] != last ? 1 : 0;
            last = page[0];
        }

        Volatile.Write(ref done, true);
        writer.Join();
        Assert.Equal(0, broken);
    }

    [Fact]
    public void Readers_see_every_key_at_once_however_the_table_grows()
    {
        for (int i = 0; i < 30_000; i++)
        {
            string key = $"key {i}";
            Change(() => _part.Entries.Add(key, i));
            Assert.True(TryGetValue(key, out int value) && value == i);
        }

        Change(_part.Entries.Clear);
        Change(() => _part.Entries.Trim());
        Assert.False(TryGetValue("key 1", out _));
    }

    [Fact]
    public void Every_change_of_all_entries_ends_what_readers_have_begun()
    {
        var before = new EntryBatch<int>();
        var afterClear = new EntryBatch<int>();
        var afterTrim = new EntryBatch<int>();
        _part.Set("key", 1);

        _part.CopyEntries(before);
        _part.Clear();
        _part.CopyEntries(afterClear);
        _part.Trim();
        _part.CopyEntries(afterTrim);

        Assert.Equal((before.Sequence + 2, before.Sequence + 4), (afterClear.Sequence, afterTrim.Sequence));
    }

    [Fact]
    public void After_its_end_a_part_refuses()
    {
        Change(() => _part.Entries["key"] = 1);

        _part.Retire();

        Assert.Throws<ObjectDisposedException>(() => TryGetValue("key", out _));
    }

    private void Change(Action change)
    {
        lock (_part.Gate)
        {
            _part.BeginChange();
            change();
            _part.EndChange();
        }
    }

    private bool TryGetValue(string key, out int value) => _part.TryGetValue<char>(key, KeyHash.ComputeLong(key), out value);

    [InlineArray(512)]
    private struct Page
    {
        private ulong _first;
    }
}
