using System.Runtime.CompilerServices;
using Cenote.Memory.Entries;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Entries;

public sealed unsafe class EntryHeapTests
{
    private const ulong SecondRun = 1ul << 32;

    [Fact]
    public void A_reader_that_sees_a_new_run_but_the_end_of_the_old_one_stays_within_the_new_run()
    {
        using var space = new AddressSpace(new FailingPageSource(), 1 << 30, long.MaxValue);
        EntryHeap<long, long> heap = default;
        heap.Initialize(space, new KeyRule<long>(null, byBytes: false));
        uint endOfFirst = 0;
        while (heap.EntryBefore(SecondRun + 1) == null)
        {
            endOfFirst = BumpOf(ref heap);
            Assert.False(heap.TryTake(out _) == null);
        }

        PageRun run = RunsOf(ref heap)[1];
        foreach (uint seen in (uint[])[endOfFirst, 0, uint.MaxValue])
        {
            BumpOf(ref heap) = seen;
            ulong entries = run.Bytes / heap.EntryBytes;
            foreach (ulong count in (ulong[])[0, entries + 1, entries + 2, 2 * entries, 1 << 20, 1 << 28, uint.MaxValue])
            {
                Assert.True(heap.EntryBefore(SecondRun + count) == null, $"Entry {count} of {entries}, with end {seen}.");
            }

            byte* first = heap.FirstOfRun(1, out byte* last);
            Assert.True(first == null || (first == run.Address && last + heap.EntryBytes <= run.Address + run.Bytes));
            int steps = 0;
            for (ulong place = 0; heap.TryMoveNext(ref place); steps++)
            {
                Assert.True((ulong)steps < entries + (RunsOf(ref heap)[0].Bytes / heap.EntryBytes));
            }
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_bump")]
    private static extern ref uint BumpOf(ref EntryHeap<long, long> heap);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_runs")]
    private static extern ref PageRun[] RunsOf(ref EntryHeap<long, long> heap);
}
