using System.Diagnostics;
using Cenote.Objects;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Objects;

/// <summary>
/// Random operations of several threads, one after another, checked against a model that tracks every item.
/// </summary>
public sealed class ObjectPoolModelTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(1, false)]
    [InlineData(3, false)]
    [InlineData(20, false)]
    [InlineData(200, false)]
    [InlineData(2, true)]
    [InlineData(200, true)]
    public void A_pool_behaves_as_a_set_of_items(int size, bool disposes)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        var watch = Stopwatch.StartNew();
        do
        {
            new Model(size, disposes, seed++).Run(3_000);
        }
        while (watch.Elapsed < RunSettings.Soak / 6);
    }

    private sealed class Model(int size, bool disposes, int seed)
    {
        private readonly Random _random = new(seed);
        private readonly ObjectPool<PooledItem, PooledItemPolicy> _pool = new(
            default, new ObjectPoolOptions { Size = size, DisposeWhenFull = disposes, TrimAfterFullCollection = false });

        private readonly SteppedThread[] _threads = [new(), new(), new(), new()];
        private readonly HashSet<PooledItem> _seen = [];
        private readonly HashSet<PooledItem> _out = [];
        private readonly HashSet<PooledItem> _in = [];

        public void Run(int steps)
        {
            for (int step = 0; step < RunSettings.Length(steps); step++)
            {
                SteppedThread thread = _threads[_random.Next(_threads.Length)];
                switch (_random.Next(200))
                {
                    case 0:
                        Trim(thread);
                        break;
                    case 1:
                        Replace(_random.Next(_threads.Length));
                        break;
                    case 2:
                        Prefill(thread);
                        break;
                    case < 100:
                        Allocate(thread, _random.Next(1, 12));
                        break;
                    default:
                        Free(thread, _random.Next(1, 12));
                        break;
                }

                Check();
            }

            _pool.Dispose();
            Assert.All(_in, item => Assert.Equal(disposes ? 1 : 0, item.Disposals));
            Assert.All(_out, static item => Assert.False(item.IsDisposed));
            Array.ForEach(_threads, static thread => thread.Dispose());
        }

        private void Allocate(SteppedThread thread, int count)
        {
            long dropped = _pool.GetStatistics().Dropped;
            thread.Run(() =>
            {
                for (; count > 0; count--)
                {
                    PooledItem item = _pool.Allocate();
                    Assert.True(_in.Remove(item) || _seen.Add(item), "The pool returned an item that it did not contain.");
                    Assert.True(_out.Add(item), "The pool returned an item that is in use.");
                    Assert.True(item.TryHold());
                }
            });

            // The pool had no space for the items of an ended thread.
            if (_pool.GetStatistics().Dropped > dropped)
            {
                LearnAnew();
            }
        }

        private void Free(SteppedThread thread, int count) => thread.Run(() =>
        {
            for (; count > 0 && _out.Count > 0; count--)
            {
                PooledItem item = _out.ElementAt(_random.Next(_out.Count));
                _out.Remove(item);
                Assert.True(item.TryRelease());
                long dropped = _pool.GetStatistics().Dropped;
                _pool.Free(item);
                if (_pool.GetStatistics().Dropped == dropped)
                {
                    _in.Add(item);
                }
                else
                {
                    Assert.Equal(disposes ? 1 : 0, item.Disposals);
                }
            }
        });

        private void Trim(SteppedThread thread)
        {
            Assert.Equal(_in.Count, thread.Run(_pool.Trim));
            Assert.All(_in, item => Assert.Equal(disposes ? 1 : 0, item.Disposals));
            _in.Clear();
        }

        private void Prefill(SteppedThread thread)
        {
            ObjectPoolStatistics before = _pool.GetStatistics();
            thread.Run(() => _pool.Prefill(_random.Next(8)));
            ObjectPoolStatistics after = _pool.GetStatistics();
            Assert.Equal(after.Created - before.Created, after.Retained - before.Retained);

            LearnAnew();
        }

        // Only the pool knows which items it still contains.
        private void LearnAnew()
        {
            List<PooledItem> all = _pool.Core.TakeAll().ConvertAll(static item => (PooledItem)item);
            Assert.False(_out.Overlaps(all), "An item is in the pool and in use.");
            _seen.UnionWith(all);
            _pool.Core.CountDropped(all.Count);
            _in.Clear();
        }

        private void Replace(int index)
        {
            _threads[index].Dispose();
            _threads[index] = new SteppedThread();
        }

        private void Check()
        {
            ObjectPoolStatistics statistics = _pool.GetStatistics();
            Assert.Equal(_in.Count, statistics.Retained);
            Assert.Equal(_seen.Count, statistics.Created);
            Assert.Equal(statistics.Created - statistics.Dropped, _in.Count + _out.Count);
            Assert.InRange(statistics.Retained, 0, size + (disposes ? 0 : statistics.Threads));
            Assert.Equal(size, _pool.Core.CountRoom());
        }
    }
}
