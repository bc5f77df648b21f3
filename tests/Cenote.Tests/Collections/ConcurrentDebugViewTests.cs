using Cenote.Collections;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentDebugViewTests
{
    [Fact]
    public void A_debugger_shows_the_entries_of_all_parts()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 8);
        var view = new ConcurrentDictionaryDebugView<int>(dictionary);
        Assert.Empty(view.Items);
        for (int number = 0; number < 100; number++)
        {
            Assert.True(dictionary.TryAdd($"key {number}", number));
        }

        Assert.Equal(100, view.Items.Length);
        dictionary.Dispose();
        Assert.Empty(view.Items);
    }

    [Fact]
    public void A_debugger_does_not_wait_for_a_thread_that_changes_a_part()
    {
        using var entries = new PooledStringDictionary<int>();
        entries.Add("key", 1);
        var part = new ConcurrentPart<int>(entries);
        Assert.Single(part.EntriesNow());

        using var entered = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            lock (part.Gate)
            {
                entered.Set();
                leave.Wait();
            }
        });
        thread.Start();
        entered.Wait();
        Assert.Empty(part.EntriesNow());
        leave.Set();
        thread.Join();

        lock (part.Gate)
        {
            part.BeginChange();
            Assert.Empty(part.EntriesNow());
            part.EndChange();
        }

        Assert.Single(part.EntriesNow());
    }
}
