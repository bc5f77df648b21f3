using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// The memory of a contiguous pool while string sizes change and Trim is never called. The clock stands still, so no pause ends:
/// the pool itself must detect that strings are replaced with shorter ones.
/// </summary>
public sealed class SizeDriftTests(ITestOutputHelper output)
{
    // A string has a header of 8 bytes and a slot of 16 bytes. Pools of up to 1 MiB keep their memory.
    private const int BytesPerString = 24;
    private const int SmallPool = 1 << 20;

    // At least three, so that lengths also grow in a pool that has shrunk.
    private static readonly int s_phases = Math.Max(3, RunSettings.Length(60));

    [Theory]
    [InlineData(20_000, 2, 100, 2_000)]
    [InlineData(20_000, 2, 10, 2_000)]
    [InlineData(10_000, 10, 100, 2_000)]
    [InlineData(100_000, 2, 8, 200)]
    [InlineData(500, 4, 1_000, 60_000)]
    public void Lengths_that_drift_up_and_down(int live, int replacements, int shortest, int longest)
    {
        using var drift = new Drift(live);
        for (int phase = 0; phase < s_phases; phase++)
        {
            (double from, double to) = phase % 2 == 0 ? (shortest, longest) : (longest, shortest);
            drift.Replace(live * replacements, progress => from * Math.Pow(to / from, progress));
            drift.Check(phase, mostAtEnd: 2.4, mostAtAnyTime: phase == 0 ? double.MaxValue : 3, output);
        }
    }

    [Fact]
    public void Lengths_that_change_all_at_once()
    {
        using var drift = new Drift(20_000);
        for (int phase = 0; phase < s_phases; phase++)
        {
            int length = phase % 2 == 0 ? 2_000 : 100;
            drift.Replace(60_000, _ => length);
            drift.Check(phase, mostAtEnd: 2, mostAtAnyTime: 3, output);
        }
    }

    [Fact]
    public void Strings_that_become_fewer()
    {
        using var drift = new Drift(100_000);
        drift.Replace(100_000, static _ => 300);
        drift.Keep(10_000);
        drift.Check(1, mostAtEnd: 3, mostAtAnyTime: double.MaxValue, output);
        drift.Replace(10_000, static _ => 300);
        drift.Check(2, mostAtEnd: 2.4, mostAtAnyTime: 3, output);
    }

    [Fact]
    public void Batches_that_become_smaller()
    {
        using var drift = new Drift(10_000);
        for (int phase = 0; phase < 4; phase++)
        {
            for (int batch = 0; batch < 20; batch++)
            {
                double length = phase % 2 == 0 ? 200 + (90 * batch) : 2_000 - (90 * batch);
                drift.Keep(0);
                drift.Replace(10_000, _ => length);
            }

            drift.Check(phase, mostAtEnd: 3, mostAtAnyTime: double.MaxValue, output);
        }
    }

    /// <summary>A pool with a given number of live strings, and its memory relative to them.</summary>
    private sealed class Drift(int live) : IDisposable
    {
        private readonly UnmanagedStringPool _pool = new(1_000, true, PageSource.System, new ManualClock());
        private readonly Random _random = new(11);
        private readonly PooledStringId[] _ids = new PooledStringId[live];
        private readonly int[] _lengths = new int[live];
        private readonly char[] _source = new char[100_000];
        private int _live = live;
        private long _textBytes;
        private double _worst;

        private double HeldPerNeeded =>
            (double)(_pool.BytesReserved - SmallPool) / (_textBytes + ((long)BytesPerString * _pool.ActiveAllocations));

        public void Replace(int times, Func<double, double> meanLength)
        {
            bool isFilling = _pool.ActiveAllocations == 0;
            for (int i = 0; i < times; i++)
            {
                int length = (int)(meanLength((double)i / times) * (0.75 + (_random.NextDouble() / 2)));
                Put(isFilling && i < _live ? i : _random.Next(_live), Math.Max(length, 1));
                if (_textBytes >= 4 << 20)
                {
                    _worst = Math.Max(_worst, HeldPerNeeded);
                }
            }
        }

        public void Keep(int count)
        {
            for (int place = count; place < _live; place++)
            {
                Put(place, 0);
            }

            _live = count == 0 ? _live : count;
        }

        public void Check(int phase, double mostAtEnd, double mostAtAnyTime, ITestOutputHelper output)
        {
            output.WriteLine(
                $"phase {phase}: {_textBytes >> 10} KiB of text in {_pool.BytesReserved >> 10} KiB, {HeldPerNeeded:F2} at the "
                + $"end, {_worst:F2} at worst");
            Assert.InRange(HeldPerNeeded, double.MinValue, mostAtEnd);
            Assert.InRange(_worst, double.MinValue, mostAtAnyTime);
            _worst = 0;
        }

        public void Dispose() => _pool.Dispose();

        private void Put(int place, int length)
        {
            _pool.Free(_ids[place]);
            _ids[place] = _pool.Allocate(_source.AsSpan(0, length)).Id;
            _textBytes += sizeof(char) * (length - _lengths[place]);
            _lengths[place] = length;
        }
    }
}
