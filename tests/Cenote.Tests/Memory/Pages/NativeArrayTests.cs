using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

public sealed unsafe class NativeArrayTests
{
    private const int Granule = 64 << 10;

    [Theory]
    [InlineData(1L << 30, true)]
    [InlineData(5 * Granule, false)]
    [InlineData(0, false)]
    public void An_array_keeps_its_items_as_it_grows(long reservation, bool stays)
    {
        var pages = new FailingPageSource();
        var array = new NativeArray<long>(new AddressSpace(pages, reservation, long.MaxValue));
        int count = 0;
        long* first = null;
        for (int growth = 0; growth < 9; growth++)
        {
            Assert.True(array.TryGrow());
            Assert.InRange(array.Capacity, count + 1, int.MaxValue);
            first = first == null ? array.Start : first;
            while (count < array.Capacity)
            {
                array.Start[count] = count;
                count++;
            }
        }

        for (int i = 0; i < count; i++)
        {
            if (array.Start[i] != i)
            {
                Assert.Fail($"Item {i} has changed.");
            }
        }

        Assert.Equal(stays, array.Start == first);
        array.Close();
        Assert.Equal(0, pages.Reservations);
        Assert.Equal(0, array.Capacity);
    }

    [Fact]
    public void Refused_memory_leaves_the_array_as_it_was()
    {
        var pages = new FailingPageSource();
        var array = new NativeArray<int>(new AddressSpace(pages, 0, long.MaxValue));
        Assert.True(array.TryGrow());
        int* start = array.Start;
        int capacity = array.Capacity;

        // One run is granted. If it does not follow the array, a larger run, to which the array would move, is refused.
        int first = pages.Requests;
        pages.Fails = request => request >= first + 2;
        bool grown = array.TryGrow();

        Assert.Equal(grown, array.Capacity > capacity);
        pages.Fails = static _ => true;
        capacity = array.Capacity;
        Assert.False(array.TryGrow());
        Assert.Equal(capacity, array.Capacity);
        Assert.True(start == array.Start);
        array.Close();
    }

    [Fact]
    public void The_next_owner_of_warm_addresses_finds_zeros()
    {
        for (int round = 0; round < 5; round++)
        {
            var space = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue, isWritable: true);
            var array = new NativeArray<long>(space);
            Assert.True(array.TryGrow());
            new Span<long>(array.Start, array.Capacity).Fill(-1);
            array.Close();

            using var next = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue);
            Assert.True(next.TryLend(1, indexed: true, out PageRun run));
            Assert.Equal(-1, new Span<long>(run.Address, Granule / sizeof(long)).IndexOfAnyExcept(0));
        }
    }
}
