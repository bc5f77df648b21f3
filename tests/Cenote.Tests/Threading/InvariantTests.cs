using Cenote.Threading;

namespace Cenote.Tests.Threading;

public sealed class InvariantTests
{
#if DEBUG
    private const bool AreChecked = true;
#else
    private const bool AreChecked = false;
#endif

    [Fact]
    public void An_invariant_that_holds_changes_nothing()
    {
        var gate = new Lock();
        lock (gate)
        {
            Invariant.Holds(gate);
            Invariant.Holds(gate.IsHeldByCurrentThread, "The lock is held.");
        }
    }

    [Fact]
    public void A_broken_invariant_fails_with_its_message_in_a_debug_build_only()
    {
        Exception? failure = Record.Exception(() => Invariant.Holds(AlwaysFalse(), "Nothing is wrong."));

        Assert.Equal(AreChecked, failure?.Message.Contains("Nothing is wrong.", StringComparison.Ordinal) ?? false);
    }

    [Fact]
    public void A_lock_that_another_thread_holds_does_not_count_as_held()
    {
        var gate = new Lock();
        Exception? failure = null;
        lock (gate)
        {
            var other = new Thread(() => failure = Record.Exception(() => Invariant.Holds(gate)));
            other.Start();
            other.Join();
        }

        Assert.Equal(AreChecked, failure is not null);
    }

    [Fact]
    public void A_release_build_does_not_evaluate_what_is_checked()
    {
        int evaluations = 0;

        Invariant.Holds(evaluations++ == 0, "It is evaluated once.");

        Assert.Equal(AreChecked ? 1 : 0, evaluations);
    }

    private static bool AlwaysFalse() => Environment.TickCount64 < 0;
}
