using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

/// <summary>In steady state a store allocates nothing on the managed heap.</summary>
public sealed class Utf8StringStoreAllocationTests
{
    [Fact]
    public void Adding_reading_and_removing()
    {
        using var arena = new Utf8StringStore();
        string text = "größer als ein Byte";
        byte[] copy = new byte[100];
        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            int bytes = 0;
            for (int i = 0; i < 1_000; i++)
            {
                long id = arena.Add("cenote"u8);
                bytes += arena.AsSpan(id).Length;
                arena.Remove(id);
                bytes += arena.TryAdd(text, out id) && arena.TryCopyTo(id, copy, out int length) ? length : 0;
            }

            arena.Reset();
            Assert.True(bytes > 20_000);
        }));
    }

    [Fact]
    public void Processors_that_add_nothing_take_a_reference_each()
    {
        const int Processors = 128;
        Assert.InRange(Allocated(Processors) - Allocated(1), 0, 2 * Processors * IntPtr.Size);

        static long Allocated(int processors) => Enumerable.Range(0, 3).Min(_ =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            using var arena = new Utf8StringStore(new Utf8StringStoreOptions(), PageSource.System, processors);
            arena.Add("cenote"u8);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });
    }
}
