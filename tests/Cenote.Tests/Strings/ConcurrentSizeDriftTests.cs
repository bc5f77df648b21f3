using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// The memory of pools while string sizes change, the number of strings stays the same, and Trim is never called.
/// </summary>
public sealed class ConcurrentSizeDriftTests(ITestOutputHelper output)
{
    private const int Live = 150_000;

    [Theory]
    [InlineData("concurrent")]
    [InlineData("concurrent, no reservation")]
    [InlineData("segmented")]
    public void Strings_that_are_replaced_by_longer_and_shorter_ones_hold_little_more_than_their_text(string kind)
    {
        using StringPool pool = kind switch
        {
            "concurrent" => new ConcurrentStringPool(),
            "segmented" => new SegmentedStringPool(),
            _ => new ConcurrentStringPool(new ConcurrentStringPoolOptions { ReservedAddressBytes = 0 }),
        };
        var live = new PooledStringId[Live];
        var random = new Random(5);
        long textBytes = 0;
        double worst = 0;
        char[] source = new string('x', 200).ToCharArray();

        // Each new string replaces the oldest one, as in a queue or in a cache with expiring entries. Lengths shrink and grow
        // again once every 4 * Live steps.
        for (int step = 0; step < Math.Max(4, RunSettings.Length(80)) * Live; step++)
        {
            double phase = Math.Abs(((double)step / Live % 4) - 2) / 2;
            int length = 36 + (int)(60 * phase) + random.Next(-6, 7);
            ref PooledStringId place = ref live[step % Live];
            textBytes += sizeof(char) * (length - (place.IsEmpty ? 0 : pool.AsSpan(place).Length));
            pool.Free(place);
            place = pool.Allocate(source.AsSpan(0, length)).Id;
            worst = step < Live ? 0 : Math.Max(worst, (double)pool.BytesReserved / textBytes);
        }

        output.WriteLine($"{kind}: {pool.BytesReserved} bytes for {textBytes} bytes of text, {worst:F2} at worst");
        Assert.InRange(worst, 1, 1.6);
    }

    [Fact]
    public void Threads_are_stopped_rarely_for_it_and_nothing_walks_over_all_cells()
    {
        using var pool = new ConcurrentStringPool();
        var live = new PooledStringId[Live];
        for (int step = 0; step < 8 * Live; step++)
        {
            ref PooledStringId place = ref live[step % Live];
            pool.Free(place);
            place = pool.Allocate(new string('x', 36 + (60 * step / (8 * Live)))).Id;
        }

        output.WriteLine($"{pool.Stops} stops, {pool.BytesReserved} bytes");
        Assert.Equal(0, pool.Walks);
        Assert.InRange(pool.Stops, 1, 80);
    }

    [Fact]
    public void Slabs_are_given_back_beside_threads_that_allocate_and_free_and_no_text_suffers()
    {
        using var pool = new ConcurrentStringPool();
        int wrong = 0;
        Thread[] threads = [.. Enumerable.Range(0, 3).Select(worker => new Thread(() =>
        {
            var random = new Random(worker);
            var live = new (PooledStringRef Handle, int Number)[20_000];
            for (int step = 0; step < 10 * live.Length; step++)
            {
                ref (PooledStringRef Handle, int Number) place = ref live[step % live.Length];
                wrong += place.Handle.IsEmpty || place.Handle.AsSpan().StartsWith($"{worker}.{place.Number}.") ? 0 : 1;
                place.Handle.Free();
                int length = 20 + (step / (live.Length / 4) * 12 % 150) + random.Next(6);
                place = (pool.Allocate($"{worker}.{step}.".PadRight(length, 'z')), step);
            }

            Array.ForEach(live, static place => place.Handle.Free());
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());

        output.WriteLine($"{pool.Stops} stops, {pool.BytesReserved} bytes");
        Assert.Equal(0, wrong);
        Assert.Equal(0, pool.ActiveAllocations);
        pool.Trim();
        Assert.Equal(0, pool.SlabCount);
    }
}
