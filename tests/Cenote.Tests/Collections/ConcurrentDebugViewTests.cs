using Cenote.Collections;

namespace Cenote.Tests.Collections;

public sealed class ConcurrentDebugViewTests
{
    [Fact]
    public void What_a_debugger_shows_does_not_wait_for_a_thread_that_is_within_a_change()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<Slow>(concurrencyLevel: 8);
        for (int number = 0; number < 100; number++)
        {
            Assert.True(dictionary.TryAdd($"key {number}", default));
        }

        var view = new ConcurrentDictionaryDebugView<Slow>(dictionary);
        Assert.Equal(100, view.Items.Length);
        using var entered = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        var thread = new Thread(() => dictionary.TryUpdate("key 7", default, new Slow(entered, leave)));
        thread.Start();
        entered.Wait();
        KeyValuePair<string, Slow>[] items = view.Items;
        leave.Set();
        thread.Join();

        Assert.InRange(items.Length, 1, 99);
        Assert.DoesNotContain(items, static item => item.Key == "key 7");
        Assert.Equal(100, view.Items.Length);
        dictionary.Dispose();
        Assert.Empty(view.Items);
    }

    // Its comparison takes as long as the test wants, under the lock of a part.
    private readonly struct Slow(ManualResetEventSlim entered, ManualResetEventSlim leave) : IEquatable<Slow>
    {
        private readonly ManualResetEventSlim? _entered = entered;
        private readonly ManualResetEventSlim? _leave = leave;

        public bool Equals(Slow other)
        {
            (_entered ?? other._entered)?.Set();
            (_leave ?? other._leave)?.Wait();
            return false;
        }

        public override bool Equals(object? obj) => obj is Slow other && Equals(other);

        public override int GetHashCode() => 0;
    }
}
