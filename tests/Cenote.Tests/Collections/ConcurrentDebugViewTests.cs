using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentDebugViewTests
{
    [Fact]
    public void A_debugger_shows_the_entries_of_all_parts()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 8);
        var view = new ItemsDebugView(dictionary);
        Assert.Empty(view.Items);
        for (int number = 0; number < 100; number++)
        {
            Assert.True(dictionary.TryAdd($"key {number}", number));
        }

        Assert.Equal(
            Enumerable.Range(0, 100).Select(static i => KeyValuePair.Create($"key {i}", i)), ((KeyValuePair<string, int>[])view.Items).OrderBy(static e => e.Value));
        dictionary.Dispose();
        Assert.Empty(view.Items);
    }

    [Fact]
    public void A_debugger_shows_the_entries_of_all_parts_of_a_native_dictionary()
    {
        using var dictionary = new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 8);
        var view = new ItemsDebugView(dictionary);
        Assert.Empty(view.Items);
        for (int number = 0; number < 100; number++)
        {
            Assert.True(dictionary.TryAdd(number, -number));
        }

        Assert.Equal(Enumerable.Range(0, 100).Select(static i => KeyValuePair.Create(i, -i)), ((KeyValuePair<int, int>[])view.Items).OrderBy(static e => e.Key));
        dictionary.Dispose();
        Assert.Empty(view.Items);
    }

    [Fact]
    public void A_debugger_does_not_wait_for_a_thread_that_changes_a_part()
    {
        using var strings = new ConcurrentPooledStringDictionary<int>();
        using var numbers = new ConcurrentNativeDictionary<int, int>();
        strings.Set("key", 1, out _);
        numbers[1] = 1;

        Assert.Empty(ItemsDuringChange(strings, () => new ItemsDebugView(strings).Items));
        Assert.Empty(ItemsDuringChange(numbers, () => new ItemsDebugView(numbers).Items));
        Assert.Single(new ItemsDebugView(strings).Items);
        Assert.Single(new ItemsDebugView(numbers).Items);
    }

    [Fact]
    public void A_debugger_shows_no_part_that_its_thread_is_changing()
    {
        using var entries = new PooledStringDictionary<int>();
        entries.Add("key", 1);
        var part = new ConcurrentPart<int>(entries);
        lock (part.Gate)
        {
            Assert.Single(part.DebugEntries());
            part.BeginChange();
            Assert.Empty(part.DebugEntries());
            part.EndChange();
            Assert.Single(part.DebugEntries());
        }
    }

    private static Array ItemsDuringChange(object dictionary, Func<Array> items)
    {
        Array? shown = null;
        Lock[] gates = Gates.Of(dictionary);
        Array.ForEach(gates, static gate => gate.Enter());
        try
        {
            var debugger = new Thread(() => shown = items()) { IsBackground = true };
            debugger.Start();
            Assert.True(debugger.Join(TimeSpan.FromMinutes(1)), "The debugger waits for a lock.");
        }
        finally
        {
            Array.ForEach(gates, static gate => gate.Exit());
        }

        Assert.NotNull(shown);
        return shown;
    }
}
