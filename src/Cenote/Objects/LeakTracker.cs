using Cenote.Diagnostics;

namespace Cenote.Objects;

/// <summary>Samples allocated items, and reports those that are collected without having been freed.</summary>
internal sealed class LeakTracker(int sampling, string itemName)
{
    private const int MaxStacks = 16;

    private readonly ConditionalWeakTable<object, Watch> _watches = [];
    private readonly Queue<string> _stacks = new();
    private uint _allocations;
    private long _count;

    public long Count => Interlocked.Read(ref _count);

    public string[] Stacks
    {
        get
        {
            lock (_stacks)
            {
                return [.. _stacks];
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Allocated(object item)
    {
        if (Interlocked.Increment(ref _allocations) % (uint)sampling == 0)
        {
            var watch = new Watch(this, new StackTrace(skipFrames: 2));
            try
            {
                _watches.AddOrUpdate(item, watch);
            }
            catch
            {
                // Without this call, the watch's finalizer would report a leak.
                watch.Dispose();
                throw;
            }
        }
    }

    /// <summary>Stops watching an item, and watches its replacement, if any. Does nothing for an unwatched item.</summary>
    public void Forget(object item, object? replacement = null)
    {
        if (!_watches.TryGetValue(item, out Watch? watch) || !_watches.Remove(item))
        {
            return;
        }

        if (replacement is null)
        {
            watch.Dispose();
        }
        else
        {
            // If the replacement is already watched, the overwritten watch must not report a leak.
            Forget(replacement);
            _watches.AddOrUpdate(replacement, watch);
        }
    }

    // Runs in a finalizer, where an exception would end the process: if memory runs out, the leak is only counted.
    private void Report(StackTrace trace)
    {
        Interlocked.Increment(ref _count);
        try
        {
            Report(trace.ToString());
        }
        catch (OutOfMemoryException)
        {
        }
    }

    private void Report(string stack)
    {
        lock (_stacks)
        {
            if (_stacks.Count == MaxStacks)
            {
                _stacks.Dequeue();
            }

            _stacks.Enqueue(stack);
        }

        CenoteEventSource.Log.ObjectLeaked(itemName, stack);
    }

    /// <summary>Becomes garbage together with its item, and then reports a leak unless it was disposed.</summary>
    private sealed class Watch(LeakTracker tracker, StackTrace stack) : IDisposable
    {
        // Watches of freed items are disposed, so this item leaked.
        ~Watch() => tracker.Report(stack);

        public void Dispose() => GC.SuppressFinalize(this);
    }
}
