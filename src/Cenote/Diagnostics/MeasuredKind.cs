using System.Diagnostics.Metrics;
using Cenote.Threading;

namespace Cenote.Diagnostics;

/// <summary>
/// Structures of one kind that have names, and the instruments that show what they count. Nothing happens until somebody
/// observes: then each structure is asked, and those of one name are added up.
/// </summary>
/// <remarks>
/// Structures are held weakly: being shown keeps none alive, and one that is collected or over is not shown any more. They are
/// asked outside the lock, on the thread of the observer, so what is asked must be safe beside any use of the structure.
/// </remarks>
/// <typeparam name="TSource">The structures.</typeparam>
/// <param name="prefix">What the names of the instruments begin with, and that of the tag.</param>
/// <param name="isOver">Whether a structure is disposed.</param>
internal sealed class MeasuredKind<TSource>(string prefix, Predicate<TSource> isOver)
    where TSource : class
{
    private const int FirstLook = 16;

    private readonly string _nameTag = $"{prefix}.name";
    private readonly Lock _gate = new();
    private readonly List<(string Name, WeakReference<TSource> Source)> _sources = [];
    private int _lookAt = FirstLook;

    /// <summary>What is read of a structure; null if it does not count that, or cannot say at this moment.</summary>
    public delegate long? Reader(TSource source);

    /// <summary>Shows a structure from now on.</summary>
    public void Add(string name, TSource source)
    {
        using (Uninterrupted.Enter(_gate))
        {
            // Where nobody observes, what is gone is forgotten here.
            if (_sources.Count >= _lookAt)
            {
                ForgetGone();
                _lookAt = Math.Max(FirstLook, 2 * _sources.Count);
            }

            _sources.Add((name, new WeakReference<TSource>(source)));
        }
    }

    /// <summary>Shows something that only rises.</summary>
    public MeasuredKind<TSource> Counter(string name, string unit, string description, Reader read)
    {
        _ = CenoteMeter.Meter.CreateObservableCounter($"{prefix}.{name}", () => Observe(read), unit, description);
        return this;
    }

    /// <summary>Shows something that only rises, for several causes.</summary>
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

    /// <summary>Shows something that rises and falls.</summary>
    public MeasuredKind<TSource> Level(string name, string unit, string description, Reader read)
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
        using (Uninterrupted.Enter(_gate))
        {
            ForgetGone();
            return [.. _sources];
        }
    }

    private void ForgetGone() =>
        _sources.RemoveAll(shown => !shown.Source.TryGetTarget(out TSource? source) || isOver(source));
}
