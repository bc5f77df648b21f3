using Cenote.Attack.Tests.Support;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Readers of a synchronized pool that are copied, kept, and disposed on the wrong thread.</summary>
public sealed class SynchronizedPoolAttacks : AttackTests
{
    [Attack]
    internal static void A_copy_of_a_reader_gives_back_the_lock_of_the_next_one()
    {
        using var pool = new SynchronizedStringPool(new UnmanagedStringPool(100));
        PooledStringId id = pool.Allocate("a text that is read");
        SynchronizedStringPool.Reader first = pool.EnterRead();
        SynchronizedStringPool.Reader copy = first;
        first.Dispose();
        SynchronizedStringPool.Reader second = pool.EnterRead();
        try
        {
            copy.Dispose();
        }
        catch (Exception exception) when (Allowed.IsAnswer(exception))
        {
        }

        Thread writer = Race.Start(() =>
        {
            pool.Clear();
            pool.Allocate("other text, other!!");
        });
        Assert.False(writer.Join(300), "A writer entered while a reader held the lock.");
        Assert.Equal("a text that is read", second.AsSpan(id).ToString());
        second.Dispose();
        Assert.True(writer.Join(10_000));
    }

    [Attack]
    internal static void A_reader_is_used_after_Dispose_and_after_the_pool()
    {
        var pool = new SynchronizedStringPool(new SegmentedStringPool());
        PooledStringId id = pool.Allocate("a text");
        SynchronizedStringPool.Reader reader = pool.EnterRead();
        SynchronizedStringPool.Reader copy = reader;
        reader.Dispose();
        pool.Dispose();
        try
        {
            _ = copy.AsSpan(id).Length;
            Assert.Fail("A string of a disposed pool was read.");
        }
        catch (InvalidOperationException)
        {
        }

        try
        {
            _ = reader.AsSpan(id).Length;
            Assert.Fail("A disposed reader returned a string.");
        }
        catch (InvalidOperationException)
        {
        }
    }

    [Attack]
    internal static void A_callback_enters_the_pool_it_reads()
    {
        using var pool = new SynchronizedStringPool(new SegmentedStringPool());
        PooledStringId id = pool.Allocate("a text that is read");
        Action[] calls =
        [
            () => pool.Allocate("inner"), () => pool.Free(id), () => pool.Clear(), () => pool.Dispose(), () => pool.Trim(),
            () => pool.GetString(id), () => pool.GetStatistics(), () => throw new InvalidOperationException(),
        ];
        foreach (Action call in calls)
        {
            Allowed.Try(() => pool.Read(id, call, static (text, call) =>
            {
                Allowed.Try(call);
                Assert.Equal("a text that is read", text.ToString());
            }));
            Race.OnOtherThread(() => pool.Free(pool.Allocate("others enter")));
        }
    }

    [Attack]
    internal static void Readers_writers_and_Dispose_race()
    {
        for (int round = 0; round < 20; round++)
        {
            var pool = new SynchronizedStringPool(new UnmanagedStringPool(64));
            PooledStringId[] ids = [.. Enumerable.Range(0, 50).Select(i => pool.Allocate(Specimens.Text(i)))];
            Action read = () => Allowed.Try(() =>
            {
                for (int i = 0; i < 1_000; i++)
                {
                    Assert.True(!pool.TryGetString(ids[i % 50], out string? text) || text == Specimens.Text(i % 50));
                }
            });
            Race.Run(
                read,
                read,
                () => Allowed.Try(() => Array.ForEach(ids, pool.Free)),
                () => Allowed.Try(pool.Clear),
                () => pool.Dispose());
        }
    }

    [Attack]
    internal static void A_thread_is_interrupted_at_the_lock()
    {
        using var pool = new SynchronizedStringPool(new SegmentedStringPool());
        SynchronizedStringPool.Reader reader = pool.EnterRead();
        Thread[] waiting = [.. Enumerable.Range(0, 8).Select(_ => Race.Start(() =>
        {
            try
            {
                pool.Allocate("waits for the reader");
            }
            catch (ThreadInterruptedException)
            {
            }
        }))];
        Thread.Sleep(50);
        Array.ForEach(waiting, static thread => thread.Interrupt());
        Assert.All(waiting, static thread => Assert.True(thread.Join(10_000)));
        reader.Dispose();
        Race.OnOtherThread(() => pool.Free(pool.Allocate("others enter")));
    }
}
