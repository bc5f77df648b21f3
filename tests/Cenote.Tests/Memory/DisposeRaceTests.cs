using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

/// <summary>Two threads dispose the same owner: its memory is returned once, and no other owner's memory is cleared.</summary>
public sealed class DisposeRaceTests
{
    private static readonly int s_rounds = RunSettings.Length(300);

    public static TheoryData<string> Kinds => [.. Owners.Kinds];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Two_threads_that_dispose_give_the_memory_back_once(string kind)
    {
        // The page source fails the test if a range is released twice. Both threads spin, to dispose as simultaneously as
        // possible.
        var pages = new FailingPageSource();
        IDisposable owner = Owners.Make(kind, pages).Owner;
        Exception? failure = null;
        int arrived = 0;
        var other = new Thread(() =>
        {
            for (int round = 1; round <= s_rounds; round++)
            {
                Meet((4 * round) - 2);
                failure = Record.Exception(owner.Dispose) ?? failure;
                Meet(4 * round);
            }
        });
        other.Start();
        for (int round = 1; round <= s_rounds; round++)
        {
            Meet((4 * round) - 2);
            failure = Record.Exception(owner.Dispose) ?? failure;
            Meet(4 * round);
            owner = Owners.Make(kind, pages).Owner;
        }

        other.Join();
        Assert.True(failure is null, failure?.ToString());

        void Meet(int count)
        {
            Interlocked.Increment(ref arrived);
            var wait = default(SpinWait);
            while (Volatile.Read(ref arrived) < count)
            {
                wait.SpinOnce(sleep1Threshold: -1);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Owners_that_come_after_a_double_dispose_have_memory_of_their_own(string kind)
    {
        using var barrier = new Barrier(2);
        IDisposable? owner = null;
        Exception? failure = null;
        var other = new Thread(() =>
        {
            for (int round = 0; round < s_rounds; round++)
            {
                barrier.SignalAndWait();
                failure = Record.Exception(owner!.Dispose) ?? failure;
                barrier.SignalAndWait();
            }
        });
        other.Start();
        for (int round = 0; round < s_rounds; round++)
        {
            owner = Owners.Make(kind, PageSource.System).Owner;
            barrier.SignalAndWait();
            failure = Record.Exception(() =>
            {
                owner.Dispose();

                // This owner is created while the other thread may still be disposing.
                (IDisposable second, Action useSecond) = Owners.Make(kind, PageSource.System);
                (IDisposable third, Action useThird) = Owners.Make(kind, PageSource.System);
                useSecond();
                useThird();
                useSecond();
                second.Dispose();
                third.Dispose();
            }) ?? failure;
            barrier.SignalAndWait();
        }

        other.Join();
        Assert.True(failure is null, failure?.ToString());
    }
}
