using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Many readers of a pool that no thread changes, and many pools on many threads.</summary>
public sealed class ConcurrentAccessTests
{
    private const int Threads = 4;

    [Fact]
    public void Many_threads_read_at_once()
    {
        using var pool = new UnmanagedStringPool(1_000);
        var random = new Random(1);
        PooledString[] handles =
        [
            .. Enumerable.Range(0, 5_000).Select(number =>
                pool.Create(random.Next(1, 700), (uint)number, static (text, seed) => Texts.WriteChecked(text, seed))),
        ];
        for (int i = 0; i < handles.Length; i += 2)
        {
            handles[i].Free();
        }

        pool.DefragmentAndGrowPool(0);

        RunOnThreads(thread =>
        {
            for (int round = 0; round < 5; round++)
            {
                for (int i = thread; i < handles.Length; i++)
                {
                    bool live = i % 2 != 0;
                    Assert.Equal(live, handles[i].IsAlive);
                    Assert.Equal(live, handles[i].TryGetSpan(out ReadOnlySpan<char> text));
                    Assert.True(!live || Texts.IsChecked(text, (uint)i), "A reader saw a wrong string.");
                    Assert.True(
                        !live || (handles[i].Length == text.Length && handles[i].GetHashCode() == string.GetHashCode(text)));
                }
            }
        });
        Assert.Equal(2_500, pool.ActiveAllocations);
    }

    [Fact]
    public void Each_thread_has_its_own_pool() => RunOnThreads(static thread =>
    {
        using var pool = new UnmanagedStringPool(1_000);
        ContiguousPoolModel.Run(pool, seed: thread, steps: 2_000);
    });

    [Fact]
    public void A_pool_is_handed_from_thread_to_thread()
    {
        using var pool = new UnmanagedStringPool(100);
        var gate = new Lock();
        var handles = new List<(PooledString Handle, string Text)>();

        RunOnThreads(thread =>
        {
            for (int i = 0; i < 5_000; i++)
            {
                lock (gate)
                {
                    string text = $"string {i} of thread {thread}";
                    handles.Add((pool.Allocate(text), text));
                    if (i % 3 != 0)
                    {
                        handles[i / 2].Handle.Free();
                        Assert.False(handles[i / 2].Handle.IsAlive);
                    }
                }
            }
        });

        Assert.Equal(handles.Count(static entry => entry.Handle.IsAlive), pool.ActiveAllocations);
        Assert.All(handles, static entry => Assert.True(!entry.Handle.IsAlive || entry.Handle.Equals(entry.Text)));
    }

    [Fact]
    public void Handles_of_many_pools_are_compared_on_many_threads()
    {
        using var first = new UnmanagedStringPool(100);
        using var second = new UnmanagedStringPool(100);
        PooledString[] left = [.. Enumerable.Range(0, 1_000).Select(number => first.Allocate($"text {number}"))];
        PooledString[] right = [.. Enumerable.Range(0, 1_000).Select(number => second.Allocate($"text {number}"))];

        RunOnThreads(_ =>
        {
            for (int i = 0; i < left.Length; i++)
            {
                Assert.Equal(left[i], right[i]);
                Assert.NotEqual(left[i], right[(i + 1) % right.Length]);
                Assert.Equal($"text {i}", left[i].ToString());
            }
        });
    }

    private static void RunOnThreads(Action<int> run)
    {
        var failures = new List<Exception>();
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(thread => new Thread(() =>
        {
            try
            {
                run(thread);
            }
            catch (Exception exception)
            {
                lock (failures)
                {
                    failures.Add(exception);
                }
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
        Assert.Empty(failures);
    }
}
