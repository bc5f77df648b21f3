using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>The events of a comparison, kept for the visitors of the live page. Thread-safe.</summary>
internal sealed class LiveComparison
{
    private readonly Lock _gate = new();
    private readonly List<SseItem<string>> _events = [];
    private TaskCompletionSource _changed = NewSignal();
    private bool _isClosed;

    /// <summary>Creates the events of a comparison that starts now.</summary>
    public LiveComparison(LiveLoad load) => Add("load", load, LiveJson.Default.LiveLoad);

    /// <summary>Reports that the process of a service starts.</summary>
    public void Start(string name) => Add("service", new LiveService(name), LiveJson.Default.LiveService);

    /// <summary>Reports points of the service that started last, until the returned object is disposed.</summary>
    /// <param name="log">The log, to which latencies are still being added.</param>
    /// <param name="start">The start of the measured time, as a time stamp of <see cref="System.Diagnostics.Stopwatch"/>.</param>
    public LiveLine Follow(LatencyLog log, long start) =>
        new(log, start, point => Add("point", point, LiveJson.Default.LivePoint));

    /// <summary>Reports the final figures of the service that started last.</summary>
    public void Finish(LatencySummary latency, CollectionStatistics collections) => Add(
        "result",
        new LiveResult(latency.P99, latency.Max, collections.TotalPauseMilliseconds, collections.LongestPauseMilliseconds),
        LiveJson.Default.LiveResult);

    /// <summary>Reports that all services are measured, and ends the streams.</summary>
    public void Finish()
    {
        Add("finished", "", LiveJson.Default.String);
        Close();
    }

    /// <summary>Ends the stream of every visitor after the events so far.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            _changed.TrySetResult();
        }
    }

    /// <summary>Reads all events so far, and then each new one, until <see cref="Close"/>.</summary>
    public async IAsyncEnumerable<SseItem<string>> ReadAsync(
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int read = 0;
        while (true)
        {
            SseItem<string>[] unread;
            Task changed;
            bool isClosed;
            lock (_gate)
            {
                unread = [.. _events[read..]];
                changed = _changed.Task;
                isClosed = _isClosed;
            }

            foreach (SseItem<string> each in unread)
            {
                yield return each;
            }

            if (isClosed)
            {
                yield break;
            }

            read += unread.Length;
            await changed.WaitAsync(cancellationToken);
        }
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Add<T>(string type, T data, JsonTypeInfo<T> json)
    {
        var added = new SseItem<string>(JsonSerializer.Serialize(data, json), type);
        lock (_gate)
        {
            _events.Add(added);
            _changed.TrySetResult();
            _changed = NewSignal();
        }
    }
}
