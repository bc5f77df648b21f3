using System.Diagnostics;
using System.Net;

namespace Cenote.Samples;

/// <summary>
/// Sends requests to a service at a fixed rate, even if it does not respond. Latency is measured from the time at which a request
/// is due, so a pause of the service counts for all requests due during the pause. Up to <see cref="MostInFlight"/> requests are
/// in flight; further ones wait, and their latency includes the wait.
/// </summary>
/// <param name="client">The HTTP client for the service.</param>
internal sealed class OpenLoad(HttpClient client) : IDisposable
{
    /// <summary>The maximum number of requests in flight.</summary>
    public const int MostInFlight = 256;

    private readonly SemaphoreSlim _slots = new(MostInFlight);
    private int _failed;

    /// <summary>The number of requests of the last <see cref="Run"/> that failed or timed out; latencies exclude them.</summary>
    public int Failed => Volatile.Read(ref _failed);

    /// <summary>Loads the service.</summary>
    /// <param name="requests">The number of requests.</param>
    /// <param name="schedule">When each request is due.</param>
    /// <param name="next">Returns the address of the next request, and the log for its latency.</param>
    /// <param name="cancellationToken">Stops the load early.</param>
    /// <returns>The number of requests that had to wait because the maximum number was in flight.</returns>
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

        // All slots are free only after the last response.
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
            // Returns after the complete response has arrived.
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
