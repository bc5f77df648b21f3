using System.Globalization;
using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory.Pages;

public sealed class MemoryBudgetTests : IDisposable
{
    private const long Mebibyte = 1 << 20;
    private const long Limit = 1_000 * Mebibyte;
    private const int TextBytes = 32 << 20;

    private readonly string _root = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [LongFact]
    public void Unreachable_owners_are_collected_before_memory_is_refused()
    {
        var keeper = new RangeCache(TimeProvider.System, static () => GC.CollectionCount(GC.MaxGeneration));
        var pages = new FailingPageSource { Cache = keeper, Budget = new MemoryBudget(Machine(), keeper) };
        for (int i = 0; i < 12; i++)
        {
            FillAndForget(pages);
        }
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(Limit)]
    [InlineData(Limit / 2)]
    public unsafe void A_refusal_does_not_unmap_what_references_may_lead_to(long bytes)
    {
        var keeper = new RangeCache(TimeProvider.System, static () => GC.CollectionCount(GC.MaxGeneration));
        var budget = new MemoryBudget(Machine(), keeper);
        var pages = new FailingPageSource { Cache = keeper, Budget = budget };
        var dictionary = new NativeDictionary<int, long>(new NativeDictionaryOptions(), comparer: null, pages);
        ref long value = ref dictionary.GetValueRefOrAddDefault(1, out _);
        dictionary.Dispose();
        Assert.True(budget.TryCharge(Limit / 2));

        Assert.False(budget.HasAvailable(bytes));

        value = 5;
        Assert.Equal(5, value);
        Assert.Equal(1, pages.Reservations);
    }

    // Allocates 512 MiB, more than half of the limit.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FillAndForget(FailingPageSource pages)
    {
        var pool = new SegmentedStringPool(new SegmentedStringPoolOptions(), pages);
        for (int i = 0; i < 16; i++)
        {
            pool.Allocate(new string('x', TextBytes / sizeof(char)));
        }
    }

    private Lazy<MachineMemory> Machine()
    {
        Directory.CreateDirectory(Path.Join(_root, "proc"));
        string kibibytes = (Limit >> 10).ToString(CultureInfo.InvariantCulture);
        File.WriteAllText(Path.Join(_root, "proc/meminfo"), $"MemTotal: {kibibytes} kB\nMemAvailable: {kibibytes} kB\n");
        var memory = new LinuxMemory(_root);
        return new Lazy<MachineMemory>(() => new MachineMemory(memory));
    }
}
