using Cenote.Interning;
using Cenote.Memory.Pages;

namespace Cenote.Tests.Interning;

/// <summary>Interners with a capacity beyond the machine's memory.</summary>
public sealed class LargeInternerTests
{
    private const int MostOfExact = 1_500_000_000;

    public static TheoryData<int, Func<object>> Kinds => new()
    {
        { MostOfExact, static () => new StringInterner(new StringInternerOptions { Capacity = MostOfExact }) },
        { MostOfExact, static () => new WeakStringInterner(new WeakStringInternerOptions { Capacity = MostOfExact }) },
        { int.MaxValue, static () => new BoundedStringInterner(int.MaxValue) },
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_table_that_is_larger_than_the_machine_is_refused_before_it_is_made(int capacity, Func<object> make)
    {
        // A table takes at least 12 bytes per string.
        if (MachineMemory.System.HasAvailable(12 * (ulong)capacity))
        {
            return;
        }

        long before = GC.GetAllocatedBytesForCurrentThread();

        string message = Assert.Throws<OutOfMemoryException>(make).Message;

        Assert.Contains($"a Capacity of {capacity}", message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }
}
