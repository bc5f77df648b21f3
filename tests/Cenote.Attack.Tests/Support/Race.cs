using System.Diagnostics;
using Cenote.Tests.Support;

namespace Cenote.Attack.Tests.Support;

/// <summary>Runs actions on several threads at once.</summary>
internal static class Race
{
    private const int MinRepeats = 5;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(40);

    /// <summary><c>CENOTE_TEST_PERCENT</c> percent of 0.7 s, at least 0.1 s.</summary>
    public static TimeSpan AWhile { get; } = TimeSpan.FromMilliseconds(Math.Max(100, RunSettings.Length(700)));

    /// <summary>
    /// Repeats each action on a separate thread for <see cref="AWhile"/>, and at least <see cref="MinRepeats"/> times, because
    /// on a busy machine a thread may start after that time. An exception in an action ends the race and is rethrown.
    /// </summary>
    public static void Repeat(params Action[] actions)
    {
        var watch = Stopwatch.StartNew();
        Exception? failure = null;
        Run(actions.Select<Action, Action>(action => () =>
        {
            try
            {
                for (int i = 0; (i < MinRepeats || watch.Elapsed < AWhile) && Volatile.Read(ref failure) is null; i++)
                {
                    action();
                }
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
                throw;
            }
        }));
    }

    /// <summary>Runs each action once, on threads that start together, and fails if an action does not return.</summary>
    public static void Run(params IEnumerable<Action> actions)
    {
        Exception? failure = null;
        Action[] all = [.. actions];
        using var start = new Barrier(all.Length);
        Thread[] threads = [.. all.Select(action => Start(() =>
        {
            start.SignalAndWait();
            try
            {
                action();
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref failure, exception, null);
            }
        }))];
        foreach (Thread thread in threads)
        {
            Assert.True(thread.Join(s_patience), "A thread hangs.");
        }

        Assert.True(failure is null, failure?.ToString());
    }

    /// <summary>Runs an action on a new thread and waits for it.</summary>
    public static void OnOtherThread(Action action) => Run(action);

    /// <summary>Starts a thread that does not keep the process alive.</summary>
    public static Thread Start(Action action)
    {
        var thread = new Thread(() => action()) { IsBackground = true };
        thread.Start();
        return thread;
    }
}
