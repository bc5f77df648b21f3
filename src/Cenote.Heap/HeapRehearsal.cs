using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// A first look at a process, as it runs: it loads the library for debuggers, tells how much room a copy takes, and asks for the types
/// of the heap, each of which takes as long as a hundred objects. The process need not stand still for that.
/// </summary>
internal static class HeapRehearsal
{
    // Most types are met early; the others are asked for while the process stands still.
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(3);

    /// <summary>Looks.</summary>
    /// <returns>How many bytes the objects have at most, and the types that were met.</returns>
    public static (long Bytes, HeapTypes Types) Run(int process, string? dac, CancellationToken cancellationToken)
    {
        using DataTarget target = LiveTarget.Attach(process, suspend: false);
        ClrHeap heap = HeapSource.RuntimeOf(target, process, dac).Heap;
        long bytes = SizeOf(heap, process);
        var types = new HeapTypes(heap, isRunning: true);
        var memory = new TargetMemory(target.DataReader);
        Try(stopping => StaticFields.Find(heap.Runtime, types, stopping), cancellationToken);
        Try(stopping => MeetTypes(heap, memory, types, stopping), cancellationToken);
        return (bytes, types);
    }

    /// <summary>How many bytes the objects of a process have at most.</summary>
    public static long SizeOf(ClrHeap heap, int process) =>
        Math.Min(heap.Segments.Sum(static segment => (long)segment.ObjectRange.Length), HeapProcesses.MemoryOf(process));

    // The heap changes meanwhile: a walk ends where it finds no object, and the next range begins where there is one.
    private static void MeetTypes(ClrHeap heap, TargetMemory memory, HeapTypes types, CancellationToken stopping)
    {
        var passing = default(Passing);
        new HeapWalker(HeapLayout.Of(heap), memory, types).Walk(ref passing, static _ => { }, stopping);
    }

    /// <summary>Does what a census can do without, for some seconds at most.</summary>
    /// <param name="action">What to do until it is stopped.</param>
    /// <param name="cancellationToken">Stops it, and throws.</param>
    public static void Try(Action<CancellationToken> action, CancellationToken cancellationToken)
    {
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        stopping.CancelAfter(s_longest);
        try
        {
            action(stopping.Token);
        }
        catch (Exception) when (!cancellationToken.IsCancellationRequested)
        {
            // Time is over, or what was read did not fit together. Whatever is wrong with the process is told by the copy.
        }

        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Is shown objects for the sake of their types.</summary>
    private readonly struct Passing : IHeapVisitor
    {
        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
        }
    }
}
