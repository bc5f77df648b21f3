using System.Diagnostics;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class BlobStoreTests(ITestOutputHelper output)
{
    private const int Steps = 100_000;

    public static TheoryData<long, long> Shapes => new()
    {
        { AddressSpace.MaximumReservation, long.MaxValue },
        { 0, long.MaxValue },
        { 256 << 10, 256 << 10 },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_store_does_what_a_dictionary_of_arrays_does(long reservedAddressBytes, long maximumBytes)
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using var store = new BlobStore(
            new BlobStoreOptions { ReservedAddressBytes = reservedAddressBytes, MaximumBytes = maximumBytes }, PageSource.System);
        var model = new Dictionary<BlobId, byte[]>();
        var ids = new List<BlobId>();
        var freed = new List<BlobId>();
        int refusals = 0;
        long step = 0;
        var clock = Stopwatch.StartNew();
        for (; step < RunSettings.Length(Steps) || clock.Elapsed < RunSettings.Soak; step++)
        {
            if (random.Next(100) < 45 && ids.Count < 3_000)
            {
                // The bytes are not UTF-8, and their lengths cover all tiers.
                byte[] bytes = new byte[random.Next(100) == 0 ? random.Next(70_000) : random.Next(1, 400)];
                random.NextBytes(bytes);
                if (Allocate(store, bytes, random, out BlobId id))
                {
                    if (bytes.Length > 0)
                    {
                        model.Add(id, bytes);
                        ids.Add(id);
                    }
                }
                else
                {
                    refusals++;
                }
            }
            else if (ids.Count > 0)
            {
                int place = random.Next(ids.Count);
                BlobId id = ids[place];
                Assert.True(store.AsSpan(id).SequenceEqual(model[id]), "An id returns wrong bytes.");
                if (random.Next(2) == 0)
                {
                    store.Free(id);
                    store.Free(id);
                    model.Remove(id);
                    ids[place] = ids[^1];
                    ids.RemoveAt(ids.Count - 1);
                    freed.Add(id);
                }
            }

            if (freed.Count > 0)
            {
                BlobId stale = freed[random.Next(freed.Count)];
                Assert.False(store.TryGet(stale, out ReadOnlySpan<byte> nothing) || nothing.Length > 0);
            }

            if (random.Next(5_000) == 0)
            {
                _ = store.Trim();
                Assert.Equal(model.Sum(static entry => (long)entry.Value.Length), store.GetStatistics().BytesUsed);
                Assert.Equal(model.Count, store.GetStatistics().Count);
            }

            if (random.Next(20_000) == 0)
            {
                store.Clear();
                freed.AddRange(ids);
                ids.Clear();
                model.Clear();
            }
        }

        output.WriteLine($"Seed {seed}, {step:N0} steps, {refusals} refusals.");
        Assert.Equal(model.Count, store.Count);
        Assert.Equal(maximumBytes < long.MaxValue, refusals > 0);
        foreach ((BlobId id, byte[] bytes) in model)
        {
            Assert.True(store.TryGet(id, out ReadOnlySpan<byte> found) && found.SequenceEqual(bytes));
        }
    }

    [Fact]
    public void Stale_ids_throw()
    {
        using var store = new BlobStore();
        using var other = new BlobStore();
        BlobId id = store.Allocate([1, 2, 3]);
        BlobId next = other.Allocate([4]);

        Assert.Throws<InvalidOperationException>(() => store.AsSpan(next).Length);
        store.Free(id);
        Assert.Throws<InvalidOperationException>(() => store.AsSpan(id).Length);
        BlobId again = store.Allocate([7, 8, 9]);
        Assert.NotEqual(id, again);
        Assert.Throws<InvalidOperationException>(() => store.AsSpan(id).Length);
        store.Clear();
        Assert.Throws<InvalidOperationException>(() => store.AsSpan(again).Length);
    }

    [Fact]
    public void The_default_id_is_that_of_no_bytes()
    {
        using var store = new BlobStore();

        Assert.Equal(default, store.Allocate([]));
        Assert.True(store.AsSpan(default).IsEmpty && store.TryGet(default, out _) && default(BlobId).IsEmpty);
        store.Free(default);
        Assert.Equal(0, store.Count);
        Assert.Equal("blob id (empty)", default(BlobId).ToString());
        BlobId id = store.Allocate([1]);
        Assert.StartsWith("blob id, ", id.ToString(), StringComparison.Ordinal);
        Assert.True(id != default && id == new BlobId(id.Id) && id.Equals((object)id) && !id.Equals("id"));
        Assert.Equal(id.GetHashCode(), new BlobId(id.Id).GetHashCode());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(5_000)]
    public void Bytes_are_made_in_place_of_zeros(int length)
    {
        using var store = new BlobStore();

        BlobId id = store.Allocate(length, (byte)7, static (bytes, value) =>
        {
            Assert.Equal(-1, bytes.IndexOfAnyExcept((byte)0));
            bytes.Fill(value);
        });

        Assert.Equal(length, store.AsSpan(id).Length);
        Assert.Equal(-1, store.AsSpan(id).IndexOfAnyExcept((byte)7));
        int count = store.Count;
        Assert.Throws<TimeoutException>(() => store.Allocate(length, 0, static (_, _) => throw new TimeoutException()));
        Assert.Throws<ArgumentNullException>(() => store.Allocate<int>(length, 0, null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => store.Allocate(-1, 0, static (_, _) => { }));
        Assert.Equal(count, store.Count);
    }

    [Fact]
    public void A_refusal_leaves_the_store_as_it_was()
    {
        var pages = new FailingPageSource();
        using var limited = new BlobStore(new BlobStoreOptions { MaximumBytes = 256 << 10 });
        using var refused = new BlobStore(new BlobStoreOptions { ReservedAddressBytes = 0 }, pages);
        BlobId id = limited.Allocate([1, 2]);
        pages.Fails = static _ => true;

        Assert.Contains(
            "262144",
            Assert.Throws<OutOfMemoryException>(() => limited.Allocate(new byte[300_000])).Message,
            StringComparison.Ordinal);
        Assert.False(limited.TryAllocate(new byte[300_000], out BlobId none));
        Assert.Throws<OutOfMemoryException>(() => refused.Allocate([1]));
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<OutOfMemoryException>(() => limited.Allocate(100_000_000, 0, static (_, _) => Assert.Fail("There is no room.")));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
        Assert.True(none.IsEmpty && limited.AsSpan(id).SequenceEqual((byte[])[1, 2]));
        Assert.Equal((1, 0), (limited.Count, refused.Count));
        Assert.Throws<ArgumentOutOfRangeException>(() => new BlobStore(new BlobStoreOptions { MaximumBytes = 0 }));
    }

    [Fact]
    public void Whatever_is_disposed_says_so()
    {
        var store = new BlobStore();
        BlobId id = store.Allocate([1]);
        store.Dispose();
        store.Dispose();
        Action[] uses =
        [
            () => store.Allocate([1]),
            () => store.Allocate([]),
            () => store.TryAllocate([1], out _),
            () => store.Allocate(1, 0, static (_, _) => { }),
            () => _ = store.AsSpan(id).Length,
            store.Clear,
            () => store.Trim(),
            () => store.GetStatistics(),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
        Assert.False(store.TryGet(id, out _));
        store.Free(id);
        Assert.Equal((0, 0), (store.Count, store.BytesReserved));
    }

    [Fact]
    public void Nothing_is_allocated_once_there_is_room()
    {
        using var store = new BlobStore();
        byte[] small = new byte[40];
        byte[] large = new byte[4_000];

        long allocated = ManagedAllocations.Of(() =>
        {
            BlobId one = store.Allocate(small);
            BlobId other = store.Allocate(large);
            _ = store.AsSpan(one).Length + store.AsSpan(other).Length;
            store.Free(one);
            store.Free(other);
        });

        Assert.Equal(0, allocated);
    }

    private static bool Allocate(BlobStore store, byte[] bytes, Random random, out BlobId id)
    {
        if (random.Next(3) > 0)
        {
            return store.TryAllocate(bytes, out id);
        }

        try
        {
            id = random.Next(2) == 0
                ? store.Allocate(bytes)
                : store.Allocate(bytes.Length, bytes, static (place, bytes) => bytes.CopyTo(place));
            return true;
        }
        catch (OutOfMemoryException)
        {
            id = default;
            return false;
        }
    }
}
