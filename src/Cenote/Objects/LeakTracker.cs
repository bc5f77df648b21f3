using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Diagnostics;

namespace Cenote.Objects;

/// <summary>
/// Watches some of the items that are out of a pool, and reports those that are collected without having come back.
/// </summary>
internal sealed class LeakTracker(int sampling, string itemName)
{
    private const int MostStacks = 16;

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

    /// <summary>Notes that an item goes out.</summary>
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
                // Otherwise the watch would report a leak when it is collected itself.
                watch.Dispose();
                throw;
            }
        }
    }

    /// <summary>Notes that an item came back, or will not: another one is watched in its place, if there is one.</summary>
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
            // The replacement may have a watch already, which must not report a leak when the other watch takes its place.
            Forget(replacement);
            _watches.AddOrUpdate(replacement, watch);
        }
    }

    private void Report(string stack)
    {
        Interlocked.Increment(ref _count);
        lock (_stacks)
        {
            if (_stacks.Count == MostStacks)
            {
                _stacks.Dequeue();
            }

            _stacks.Enqueue(stack);
        }

        CenoteEventSource.Log.ObjectLeaked(itemName, stack);
    }

    /// <summary>Becomes garbage together with the item it is attached to, and then reports it.</summary>
    private sealed class Watch(LeakTracker tracker, StackTrace stack) : IDisposable
    {
        // Its whole purpose: if the item was freed, its watch was taken away before.
        ~Watch() => tracker.Report(stack.ToString());

        public void Dispose() => GC.SuppressFinalize(this);
    }
}
