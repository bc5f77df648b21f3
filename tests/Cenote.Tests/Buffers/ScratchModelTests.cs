using System.Diagnostics;
using Cenote.Buffers;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Buffers;

/// <summary>
/// Random calls of random depth that rent buffers, frames and lists. Each call fills its memory with a unique value and finds it
/// unchanged after its callees return: no memory is ever shared.
/// </summary>
public sealed class ScratchModelTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Nobodys_memory_is_shared(bool mistakes)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        var watch = Stopwatch.StartNew();
        do
        {
            SteppedThread.RunOnce(() => new Model(seed++, mistakes).Run(150));
        }
        while (watch.Elapsed < RunSettings.Soak / 6);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Nobodys_memory_is_shared_on_many_threads(bool mistakes)
    {
        const int Threads = 6;
        int seed = RunSettings.NewSeed();
        output.WriteLine($"seed {seed}");
        var watch = Stopwatch.StartNew();
        do
        {
            SteppedThread[] threads = [.. Enumerable.Range(0, Threads).Select(static _ => new SteppedThread())];
            Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, number =>
                threads[number].Run(() => new Model(seed + number, mistakes).Run(60)));
            Array.ForEach(threads, static thread => thread.Dispose());
            seed += Threads;
        }
        while (watch.Elapsed < RunSettings.Soak / 6);
    }

    private sealed class Model(int seed, bool mistakes)
    {
        private const int MostDepth = 14;

        private static int s_lastMark;

        private readonly Random _random = new(seed);
        private long _held;
        private int _frames;
        private bool _isExact = true;

        public void Run(int turns)
        {
            for (int turn = 0; turn < turns; turn++)
            {
                _isExact = true;
                try
                {
                    Call(depth: 0);
                }
                catch (FormatException)
                {
                }
                catch (InvalidOperationException) when (mistakes)
                {
                }

                Check(heldBefore: 0, framesBefore: 0);
                if (_random.Next(10) == 0)
                {
                    Scratch.Trim();
                }
            }

            Assert.True(mistakes || Scratch.GetStatistics().Misuses == 0, "A valid release was counted as misuse.");
        }

        private void Call(int depth)
        {
            if (_random.Next(200) == 0)
            {
                throw new FormatException();
            }

            int calls = depth == MostDepth ? 0 : _random.Next(3);
            for (int call = 0; call < calls; call++)
            {
                long held = _held;
                int frames = _frames;
                switch (_random.Next(mistakes ? 10 : 8))
                {
                    case < 3:
                        CallWithBuffer(depth, RandomLength());
                        break;
                    case 3:
                        CallWithStack(depth, RandomLength());
                        break;
                    case 4:
                    case 5:
                        CallWithFrame(depth);
                        break;
                    case 6:
                        CallWithList(depth, new ScratchList<int>(_random.Next(200)), onScratch: true);
                        break;
                    case 7:
                        CallWithStackList(depth);
                        break;
                    default:
                        Err(depth);
                        break;
                }

                Check(held, frames);
            }
        }

        private void CallWithBuffer(int depth, int length)
        {
            int mark = Interlocked.Increment(ref s_lastMark);
            long held = _held;
            try
            {
                using ScratchBuffer<int> buffer = Scratch.Rent<int>(length, clear: _random.Next(8) == 0);
                buffer.Span.Fill(mark);
                _held += BytesOf(length);
                Call(depth + 1);
                AssertIntact(buffer.Span, mark);
            }
            finally
            {
                _held = held;
            }
        }

        private void CallWithStack(int depth, int length)
        {
            int mark = Interlocked.Increment(ref s_lastMark);
            long held = _held;
            try
            {
                using var buffer = new ScratchBuffer<int>(stackalloc int[32], length);
                buffer.Span.Fill(mark);
                _held += length > 32 ? BytesOf(length) : 0;
                Call(depth + 1);
                AssertIntact(buffer.Span, mark);
            }
            finally
            {
                _held = held;
            }
        }

        private void CallWithStackList(int depth) =>
            CallWithList(depth, new ScratchList<int>(stackalloc int[20]), onScratch: false);

        private void CallWithFrame(int depth)
        {
            int mark = Interlocked.Increment(ref s_lastMark);
            (long held, int frames, bool wasExact) = (_held, _frames, _isExact);
            try
            {
                using ScratchFrame frame = Scratch.Frame();
                _frames++;
                Span<int> one = Filled(frame.Rent<int>(RandomLength()), mark);
                Call(depth + 1);
                Span<int> two = Filled(frame.Rent<int>(RandomLength()), mark + 1_000_000_000);
                if (mistakes && _random.Next(3) == 0)
                {
                    // This buffer is not released; the frame throws and repairs the state.
                    Filled(Scratch.Rent<int>(RandomLength()).Slice(0), mark + 2);
                    _isExact = false;
                }

                Call(depth + 1);
                AssertIntact(one, mark);
                AssertIntact(two, mark + 1_000_000_000);
            }
            finally
            {
                (_held, _frames, _isExact) = (held, frames, wasExact);
            }

            Span<int> Filled(Span<int> span, int value)
            {
                span.Fill(value);
                _held += BytesOf(span.Length);
                return span;
            }
        }

        private void CallWithList(int depth, ScratchList<int> list, bool onScratch)
        {
            using ScratchList<int> held = list;
            bool wasExact = _isExact;
            _isExact &= !onScratch;
            try
            {
                int count = RandomLength() / 4;
                for (int i = 0; i < count; i++)
                {
                    held.Append(i);
                }

                Call(depth + 1);
                using (ScratchFrame frame = _random.Next(2) == 0 ? Scratch.Frame() : default)
                {
                    for (int i = 0; i < 50; i++)
                    {
                        held.Append(count + i);
                    }
                }

                using (ScratchBuffer<int> next = Scratch.Rent<int>(_random.Next(1_000)))
                {
                    next.Span.Fill(-1);
                }

                for (int i = 0; i < held.Count; i++)
                {
                    Assert.True(held[i] == i, "An element of a list has changed.");
                }
            }
            finally
            {
                _isExact = wasExact;
            }
        }

        // Releases a buffer twice, or before a newer one: the memory of all other calls must stay intact.
        private void Err(int depth)
        {
            int mark = Interlocked.Increment(ref s_lastMark);
            int length = RandomLength() + 1;
            ScratchBuffer<int> one = Scratch.Rent<int>(length);
            ScratchBuffer<int> copy = one;
            one.Span.Fill(mark);
            if (_random.Next(2) == 0)
            {
                one.Dispose();
                Mistakes.MessageOf(ref copy);
                return;
            }

            ScratchBuffer<int> forgotten = Scratch.Rent<int>(length);
            forgotten.Span.Fill(-mark);
            Mistakes.MessageOf(ref one);
            long held = _held;
            int frames = _frames;
            Call(depth + 1);
            Check(held, frames);
            AssertIntact(copy.Span, mark);
            AssertIntact(forgotten.Span, -mark);
        }

        private void Check(long heldBefore, int framesBefore)
        {
            Assert.Equal((heldBefore, framesBefore), (_held, _frames));
            ScratchStatistics statistics = Scratch.GetStatistics();
            Assert.Equal(_frames, statistics.OpenFrames);
            Assert.True(
                !_isExact || statistics.BytesInUse == _held, $"{statistics.BytesInUse} bytes are in use instead of {_held}.");
            Assert.InRange(statistics.BytesInUse - statistics.BytesBorrowed, 0, Math.Max(0, statistics.BytesReserved));
        }

        private int RandomLength() => _random.Next(100) switch
        {
            < 10 => 0,
            < 60 => _random.Next(1, 300),
            < 90 => _random.Next(300, 8_000),
            < 99 => _random.Next(8_000, 100_000),
            _ => _random.Next(2_000_000, 2_500_000),
        };

        private static long BytesOf(int length) => ((length * 4L) + 63) / 64 * 64;

        private static void AssertIntact(ReadOnlySpan<int> span, int mark) =>
            Assert.True(span.IndexOfAnyExcept(mark) < 0, "Other code wrote to the memory.");
    }
}
