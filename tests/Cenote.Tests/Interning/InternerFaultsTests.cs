using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Interning;

/// <summary>
/// An exception between entering and leaving a gate releases the gate and returns reserved space.
/// </summary>
public sealed class InternerFaultsTests
{
    // The size of a string of two to five chars.
    private const long Bytes = 32;

    [Fact]
    public void An_interner_works_on_after_each_of_its_gates_interrupted_each_of_its_operations()
    {
        var interner = new StringInterner(new StringInternerOptions { MaximumBytes = 400 * Bytes });
        int added = 0;
        Action[] operations =
        [
            () => interner.Intern($"{Interlocked.Increment(ref added):D4}"),
            () => interner.TryGet("none", out _),
            () => interner.Remove("none"),
            () => interner.GetStatistics(), () => interner.Trim(), interner.Clear,
        ];

        InterruptAll(interner, operations, leastInterruptions: 16 * 3);

        interner.Clear();
        Assert.Equal(400, Enumerable.Range(0, 1_000).Count(i => interner.TryIntern($"{i:D4}", out _)));
    }

    [Fact]
    public void A_weak_interner_works_on_after_each_of_its_gates_interrupted_each_of_its_operations()
    {
        var interner = new WeakStringInterner();
        int added = 0;
        Action[] operations =
        [
            () => interner.Intern($"{Interlocked.Increment(ref added):D4}"),
            () => interner.TryGet("none", out _),
            () => interner.Remove("none"),
            () => interner.GetStatistics(), () => interner.Trim(), interner.Clear,
        ];

        InterruptAll(interner, operations, leastInterruptions: 16 * 3);

        string text = interner.Intern("text".AsSpan());
        Assert.Same(text, interner.Intern("text".AsSpan()));
    }

    [LongFact]
    public void A_bounded_interner_works_on_after_each_of_its_gates_interrupted_each_of_its_operations()
    {
        var interner = new BoundedStringInterner(
            new BoundedStringInternerOptions { Capacity = 4_096, MaximumBytes = 100 * Bytes });
        int added = 0;
        Action[] operations = [() => interner.Intern($"{Interlocked.Increment(ref added):D4}"), () => interner.Remove("none")];
        for (int round = 0; round < 30; round++)
        {
            // The string uses one of 16 gates.
            InterruptAll(interner, operations, leastInterruptions: 1);
        }

        interner.Clear();
        Assert.Equal(0, interner.GetStatistics().StringBytes);
        for (int i = 0; i < 200; i++)
        {
            interner.Intern($"{i:D4}");
        }

        Assert.Equal(100, interner.Count);
    }

    // If only half of the sets were cleared, the interner would be in neither the old nor the requested state.
    [Fact]
    public void A_bounded_interner_is_cleared_whole_whichever_gate_that_was_interrupted_at()
    {
        var interner = new BoundedStringInterner(new BoundedStringInternerOptions { Capacity = 4_096 });
        Lock[] gates = Gates.Of(interner);
        foreach (Lock gate in gates)
        {
            for (int i = 0; i < 1_000; i++)
            {
                interner.Intern($"{i:D4}");
            }

            Assert.Null(Gates.RunInterrupted(gate, interner.Clear));

            Gates.AssertFree(gates);
            Assert.Equal((0, 0L), (interner.Count, interner.GetStatistics().StringBytes));
        }
    }

    [Fact]
    public void A_string_table_works_on_after_each_of_its_gates_interrupted_each_of_its_operations()
    {
        var table = new StringTable();
        int added = 0;
        Action[] operations =
        [
            () => table.GetOrAdd($"{Interlocked.Increment(ref added):D4}"),
            () => table.TryGetId("none", out _),
            () => table.GetStatistics(),
        ];

        InterruptAll(table, operations, leastInterruptions: 2);

        int count = table.Count;
        Assert.Equal(count, table.GetOrAdd("text"));
        Assert.Equal("text", table.AsSpan(count));

    }

    [Fact]
    public void A_string_table_ends_whole_whichever_gate_its_Dispose_was_interrupted_at()
    {
        for (int gate = 0; ; gate++)
        {
            var table = new StringTable();
            table.GetOrAdd("text");
            Lock[] gates = Gates.Of(table);
            if (gate == gates.Length)
            {
                Assert.InRange(gate, 2, 100);
                return;
            }

            Assert.Null(Gates.RunInterrupted(gates[gate], table.Dispose));
            Gates.AssertFree(gates);
            Assert.Throws<ObjectDisposedException>(() => table.GetOrAdd("more"));
            Assert.Throws<ObjectDisposedException>(() => table.TryGetId("text", out _));
        }
    }

    [Fact]
    public void An_exact_table_gives_everything_back_whatever_a_text_throws()
    {
        var table = new InternTable<StrongEntry>(
            capacity: 0, maximumLength: int.MaxValue, maximumBytes: 4 * Bytes, ignoreCase: false);
        Lock[] gates = Gates.Of(table);
        var faults = new Faults();

        // The first string shares its bucket and tag with all others.
        table.GetOrAdd("aaaa", instance: null);
        int thrown = faults.InjectEach(
            () => table.TryGetOrAdd(new FaultyText("bbbb", faults), "bbbb"), () => Gates.AssertFree(gates))
            + faults.InjectEach(() => table.Get(new FaultyText("cccc", faults)), () => Gates.AssertFree(gates))
            + faults.InjectEach(() => table.Remove(new FaultyText("bbbb", faults)), () => Gates.AssertFree(gates));

        Assert.InRange(thrown, 6, 100);
        table.Clear();
        Assert.Equal(4, Enumerable.Range(0, 10).Count(i => table.TryGetOrAdd($"{i:D4}", instance: null) is not null));
    }

    [Fact]
    public void A_bounded_table_gives_everything_back_whatever_a_text_throws()
    {
        var table = new BoundedTable(capacity: 8, maximumBytes: 2 * Bytes);
        Lock[] gates = Gates.Of(table);
        var faults = new Faults();
        void Check()
        {
            Gates.AssertFree(gates);
            Assert.Equal(table.Count * Bytes, table.GetStatistics().StringBytes);
        }

        table.TryGetOrAdd(new FaultyText("aaaa", faults), "aaaa");
        int thrown = faults.InjectEach(() => table.TryGetOrAdd(new FaultyText("bbbb", faults), "bbbb"), Check)
            + faults.InjectEach(() => table.Remove(new FaultyText("bbbb", faults)), Check);

        Assert.InRange(thrown, 4, 100);
    }

    private static void InterruptAll(object owner, Action[] operations, int leastInterruptions)
    {
        Lock[] gates = Gates.Of(owner);
        int interruptions = 0;
        foreach (Lock gate in Gates.InterruptibleOf(owner))
        {
            foreach (Action operation in operations)
            {
                interruptions += Gates.TryInterrupt(gate, operation) ? 1 : 0;
                Gates.AssertFree(gates);
            }
        }

        Assert.InRange(interruptions, leastInterruptions, int.MaxValue);
    }

    /// <summary>Injects an exception into one call after another.</summary>
    private sealed class Faults
    {
        private int _left = int.MaxValue;

        /// <summary>Runs a step until each of its calls has thrown once; returns the number of failures.</summary>
        public int InjectEach(Action step, Action check)
        {
            for (int calls = 0; ; calls++)
            {
                _left = calls;
                try
                {
                    step();
                    _left = int.MaxValue;
                    return calls;
                }
                catch (FormatException)
                {
                    _left = int.MaxValue;
                    check();
                }
            }
        }

        public T Pass<T>(T value) => _left-- > 0 ? value : throw new FormatException();
    }

    // All of these strings collide, so that each is compared with all others.
    private readonly struct FaultyText(string text, Faults faults) : IInternText
    {
        public int Length => faults.Pass(text.Length);

        public ulong Hash() => faults.Pass(1UL);

        public ulong Hash(SipHash keyed) => faults.Pass(1UL);

        public bool Matches(string candidate) => faults.Pass(candidate == text);

        public string Create() => faults.Pass(text);
    }
}
