using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Cells;

public sealed class SharedHeapTests : IDisposable
{
    private readonly AddressSpace _space;
    private readonly SharedHeap _heap;

    public SharedHeapTests()
    {
        HeapSizes sizes = new SegmentedStringPoolOptions().Validate();
        _space = sizes.Reserve(new FailingPageSource());
        _heap = new SharedHeap(_space, sizes, new ManagedTexts());
    }

    public void Dispose() => _space.Dispose();

    [Fact]
    public void No_thread_enters_its_heap_while_all_are_stopped()
    {
        ThreadHeap own = _heap.Current!;

        using (_heap.StopAll())
        {
            Assert.False(own.TryEnter());
        }

        Assert.True(own.TryEnter());
        own.Exit();
    }

    [Fact]
    public void Once_all_is_closed_threads_stay_stopped()
    {
        ThreadHeap own = _heap.Current!;

        using (_heap.StopAll())
        {
            _heap.Close();
        }

        Assert.False(own.TryEnter());
    }
}
