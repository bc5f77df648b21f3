using System.Diagnostics;
using System.Net;

namespace Cenote.Samples;

/// <summary>
/// Asks a service at a fixed rate, whether it answers or not. A latency counts from the moment at which the request was due, so a
/// service that stops for a while is charged for all requests of that while. Up to <see cref="MostInFlight"/> requests are in
/// flight; those that are due in the meantime wait, and the wait is in their latency.
/// </summary>
/// <param name="client">Leads to the service.</param>
internal sealed class OpenLoad(HttpClient client) : IDisposable
{
    /// <summary>The most requests that wait for their answer at the same time.</summary>
    public const int MostInFlight = 256;

    private readonly SemaphoreSlim _slots = new(MostInFlight);
    private int _failed;

    /// <summary>Requests since the last <see cref="Run"/> began that were refused, or not answered in time; they are in no
    /// latency.</summary>
    public int Failed => Volatile.Read(ref _failed);

    /// <summary>Keeps the service busy.</summary>
    /// <param name="requests">How many requests.</param>
    /// <param name="schedule">When they are due.</param>
    /// <param name="next">Gives the address of a request, and the log for its latency.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>Requests that had to wait because as many as allowed were in flight.</returns>
    public int Run(
        int requests, Schedule schedule, Func<(Uri Address, LatencyLog Log)> next, CancellationToken cancellationToken)
    {
        _failed = 0;
        int late = 0;
        for (int i = 0; i < requests && !cancellationToken.IsCancellationRequested; i++)
        {
            long due = schedule.Wait(i);
            if (!_slots.Wait(0, CancellationToken.None))
            {
                late++;
                _slots.Wait(CancellationToken.None);
            }

            (Uri address, LatencyLog log) = next();
            _ = AskAsync(address, due, log, cancellationToken);
        }

        // The last ones have their answers when all slots are free.
        for (int i = 0; i < MostInFlight; i++)
        {
            _slots.Wait(CancellationToken.None);
        }

        _slots.Release(MostInFlight);
        return late;
    }

    public void Dispose() => _slots.Dispose();

    private async Task AskAsync(Uri address, long due, LatencyLog log, CancellationToken cancellationToken)
    {
        try
        {
            // The answer is here when all of it is.
            using HttpResponseMessage answer = await client.GetAsync(address, cancellationToken);
            if (answer.StatusCode is HttpStatusCode.OK or HttpStatusCode.NotFound)
            {
                log.Add(Stopwatch.GetTimestamp() - due);
            }
            else
            {
                Interlocked.Increment(ref _failed);
            }
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            Interlocked.Increment(ref _failed);
        }
        finally
        {
            _slots.Release();
        }
    }
}
