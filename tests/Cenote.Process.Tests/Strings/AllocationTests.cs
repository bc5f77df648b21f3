using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class AllocationTests()
    : PoolTextAllocationTests<PooledStringRef>(new TestedStringPool(new SegmentedStringPool()))
{
    [Fact]
    public void Reading_many_at_once()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId[] ids = [.. Enumerable.Range(0, 1_000).Select(_ => pool.Allocate("text").Id)];

        Check(() =>
        {
            int length = 0;
            foreach (ReadOnlySpan<char> text in pool.AsSpans(ids))
            {
                length += text.Length;
            }

            Require(length == 4 * ids.Length);
        });
    }

    [Fact]
    public void Counting_slabs_and_segments()
    {
        using var pool = new SegmentedStringPool();
        pool.Allocate("text");
        pool.Allocate(new string('x', 1_000));

        Check(() => Require(pool.SlabCount == 2 && pool.SegmentCount == 1));
    }
}
