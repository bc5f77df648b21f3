using System.Globalization;

namespace Cenote.Heap.Tests;

public sealed class TracersTests : IDisposable
{
    private readonly VictimProcess _victim;
    private readonly VictimProcess _tracer;

    public TracersTests()
    {
        _victim = new VictimProcess("nothing");
        _tracer = new VictimProcess($"trace {_victim.Id.ToString(CultureInfo.InvariantCulture)}");
    }

    public void Dispose()
    {
        _tracer.Dispose();
        _victim.Dispose();
    }

    [PtraceFact]
    public void A_tracer_that_goes_away_is_waited_for()
    {
        List<string> told = [];

        using HeapSource source = HeapSource.Attach(_victim.Id, dac: null, EndTracer, CancellationToken.None);

        Assert.Equal($"Waiting for Cenote.Heap.Victim.dll (process {_tracer.Id})", told.First(IsWait));
        _victim.AssertRuns();

        void EndTracer(string activity, double share)
        {
            told.Add(activity);
            if (IsWait(activity))
            {
                Leave(_tracer);
            }
        }
    }

    [PtraceFact]
    public void A_dump_waits_for_it_as_well()
    {
        using HeapSource source = ProcessDump.Take(
            _victim.Id, keep: null, dac: null, (_, _) => Leave(_tracer), CancellationToken.None);

        Assert.True(_tracer.HasExited);
        _victim.AssertRuns();
    }

    [PtraceFact]
    public void A_tracer_that_stays_is_named()
    {
        HeapException failure = Assert.Throws<HeapException>(
            () => Tracers.Outwait(_victim.Id, () => 0, TimeSpan.Zero, (_, _) => { }, CancellationToken.None));

        Assert.False(failure.IsUsage);
        Assert.StartsWith(
            $"Process {_victim.Id} is traced by Cenote.Heap.Victim.dll (process {_tracer.Id}), ",
            failure.Message,
            StringComparison.Ordinal);
    }

    [PtraceFact]
    public void A_wait_can_be_ended()
    {
        using var stopping = new CancellationTokenSource();

        Assert.Throws<OperationCanceledException>(
            () => Tracers.Outwait(_victim.Id, () => 0, (_, _) => stopping.Cancel(), stopping.Token));
    }

    [PtraceFact]
    public void Where_a_tracer_was_faster_it_is_tried_again()
    {
        Leave(_tracer);
        VictimProcess? faster = null;
        int looks = 0;

        int result = Tracers.Outwait(_victim.Id, Look, (_, _) => Leave(faster!), CancellationToken.None);

        Assert.Equal(2, result);
        faster!.Dispose();

        int Look()
        {
            if (++looks == 1)
            {
                faster = new VictimProcess($"trace {_victim.Id.ToString(CultureInfo.InvariantCulture)}");
                throw new InvalidOperationException("Another tracer was faster.");
            }

            return looks;
        }
    }
    private static bool IsWait(string activity) => activity.StartsWith("Waiting for ", StringComparison.Ordinal);

    // May be called several times.
    private static void Leave(VictimProcess tracer)
    {
        if (!tracer.HasExited)
        {
            tracer.Kill();
        }
    }
}
