using System.Diagnostics.Metrics;
using Cenote.Threading;

namespace Cenote.Diagnostics;

/// <summary>
/// The named instances of one type, and the instruments that report them. Each observation of an instrument reads every instance
/// and sums the values of those with the same name.
/// </summary>
/// <remarks>
/// Instances are held weakly: metrics do not keep them alive, and collected or disposed ones are no longer reported. Readers run
/// on the observer's thread, outside the lock, so they must be thread-safe.
/// </remarks>
/// <typeparam name="TSource">The type of the instances.</typeparam>
/// <param name="prefix">The prefix of the names of instruments and tags.</param>
/// <param name="isDisposed">Whether an instance is disposed.</param>
internal sealed class MeasuredKind<TSource>(string prefix, Predicate<TSource> isDisposed)
    where TSource : class
{
    private const int FirstCheckCount = 16;

    private readonly string _nameTag = $"{prefix}.name";
    private readonly Lock _gate = new();
    private readonly List<(string Name, WeakReference<TSource> Source)> _sources = [];
    private int _nextCheckCount = FirstCheckCount;

    /// <summary>Reads a measurement of an instance; null if it is not available.</summary>
    public delegate long? Reader(TSource source);

    /// <summary>Starts reporting an instance.</summary>
    public void Add(string name, TSource source)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            // Removes collected and disposed instances here too, in case the metrics are never observed.
            if (_sources.Count >= _nextCheckCount)
            {
                RemoveCollected();
                _nextCheckCount = Math.Max(FirstCheckCount, 2 * _sources.Count);
            }

            _sources.Add((name, new WeakReference<TSource>(source)));
        }
    }

    /// <summary>Adds a monotonic counter.</summary>
    public MeasuredKind<TSource> Counter(string name, string unit, string description, Reader read)
    {
        _ = CenoteMeter.Meter.CreateObservableCounter($"{prefix}.{name}", () => Observe(read), unit, description);
        return this;
    }

    /// <summary>Adds a monotonic counter with one measurement per cause.</summary>
    public MeasuredKind<TSource> Counter(
        string name, string unit, string description, string causeTag, (string Cause, Reader Read)[] causes)
    {
        _ = CenoteMeter.Meter.CreateObservableCounter(
            $"{prefix}.{name}",
            () => causes.SelectMany(cause => Observe(cause.Read, KeyValuePair.Create($"{prefix}.{causeTag}", (object?)cause.Cause))),
            unit,
            description);
        return this;
    }

    /// <summary>Adds an up-down counter.</summary>
    public MeasuredKind<TSource> UpDownCounter(string name, string unit, string description, Reader read)
    {
        _ = CenoteMeter.Meter.CreateObservableUpDownCounter($"{prefix}.{name}", () => Observe(read), unit, description);
        return this;
    }

    private IEnumerable<Measurement<long>> Observe(Reader read, params KeyValuePair<string, object?>[] tags)
    {
        var sums = new SortedDictionary<string, long>(StringComparer.Ordinal);
        foreach ((string name, WeakReference<TSource> weak) in Shown())
        {
            if (weak.TryGetTarget(out TSource? source) && read(source) is { } value)
            {
                sums[name] = sums.GetValueOrDefault(name) + value;
            }
        }

        return [.. sums.Select(sum => new Measurement<long>(sum.Value, [new(_nameTag, sum.Key), .. tags]))];
    }

    private (string Name, WeakReference<TSource> Source)[] Shown()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            RemoveCollected();
            return [.. _sources];
        }
    }

    private void RemoveCollected() =>
        _sources.RemoveAll(shown => !shown.Source.TryGetTarget(out TSource? source) || isDisposed(source));
}
