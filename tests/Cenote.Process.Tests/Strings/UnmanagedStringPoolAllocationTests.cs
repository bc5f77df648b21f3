using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class UnmanagedStringPoolAllocationTests()
    : PoolTextAllocationTests<PooledString>(new TestedUnmanagedPool(new UnmanagedStringPool(1_000)))
{
    [Fact]
    public void Compacting_by_itself()
    {
        using var pool = new UnmanagedStringPool(10_000, allowGrowth: false);
        string[] texts = [.. Enumerable.Range(1, 300).Select(static length => new string('x', length))];
        var random = new Random(31);
        int position = 0;
        var ids = new PooledStringId[50];

        Check(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                pool.Free(ids[position]);
                ids[position] = pool.Allocate(texts[random.Next(texts.Length)]).Id;
                position = (position + 1) % ids.Length;
            }
        });
    }

    [Fact]
    public void Defragmenting_and_reserving()
    {
        using var pool = new UnmanagedStringPool(1_000);

        Check(() =>
        {
            PooledStringId id = pool.Allocate("text").Id;
            pool.Reserve(100);
            pool.DefragmentAndGrowPool(0);
            pool.Free(id);
        });
    }

    [Fact]
    public void Measuring_free_space()
    {
        using var pool = new UnmanagedStringPool(1_000);
        pool.Allocate("text");
        pool.Allocate(new string('x', 1_000));

        Check(() => Require(pool.FreeSpaceChars >= pool.EndBlockSizeChars && pool.FragmentationPercentage == 0));
    }
}
