using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Tests.Storage;

public sealed class SharedCountsTests
{
    [Fact]
    public void A_counter_is_closed_when_all_was_taken_back()
    {
        var counts = new SharedCounts(2);
        Assert.False(counts.TryClose(1));
        counts.Open(1);
        for (int i = 0; i < 10; i++)
        {
            Assert.True(counts.TryIncrement(1, out _));
        }

        for (int i = 0; i < 10; i++)
        {
            Assert.False(counts.Decrement(1) && counts.TryClose(1));
        }

        Assert.True(counts.Decrement(1));
        Assert.True(counts.TryClose(1));
        Assert.False(counts.TryClose(1));
        Assert.False(counts.TryIncrement(1, out _));
        counts.Open(1);
        Assert.True(counts.TryIncrement(1, out _));
    }

    // Threads move between processors, so increments are undone on other processors. Each round ends with a closed counter.
    [Fact]
    public void The_last_of_many_threads_closes_it()
    {
        const int Threads = 4;
        const int Rounds = 2_000;
        var counts = new SharedCounts(1);
        var gate = new Lock();
        int closed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            counts.Open(0);
            Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
            {
                var random = new Random(thread + (round * Threads));
                int held = 0;
                for (int step = 0; step < 50; step++)
                {
                    if (random.Next(2) == 0)
                    {
                        held += TryTake() ? 1 : 0;
                    }
                    else if (held > 0)
                    {
                        held--;
                        TakeBack();
                    }
                }

                for (; held > 0; held--)
                {
                    TakeBack();
                }
            });
            Assert.Equal(round, closed);
            TakeBack();
            Assert.Equal(round + 1, closed);
        }

        bool TryTake()
        {
            bool taken = counts.TryIncrement(0, out bool mayBeUnused);
            if (mayBeUnused)
            {
                Close();
            }

            return taken;
        }

        void Close()
        {
            lock (gate)
            {
                closed += counts.TryClose(0) ? 1 : 0;
            }
        }

        void TakeBack()
        {
            if (counts.Decrement(0))
            {
                Close();
            }
        }
    }
}
