using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Prepares for a census while the process runs. It loads the debugging library, estimates the size of a copy, and looks up the
/// types of the heap, because one lookup takes as long as walking over a hundred objects. None of this requires the process to
/// be suspended.
/// </summary>
internal static class HeapRehearsal
{
    // Most types are found early; the others are looked up while the process is suspended.
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(3);

    /// <summary>Runs the preparation.</summary>
    /// <returns>The estimated size of the objects, and the types found.</returns>
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

    /// <summary>Estimates the size of the objects of a process: at most its resident memory.</summary>
    public static long SizeOf(ClrHeap heap, int process) =>
        Math.Min(heap.Segments.Sum(static segment => (long)segment.ObjectRange.Length), HeapProcesses.MemoryOf(process));

    // The heap changes during the walk. The walk leaves a range at the first address without an object, and continues with the
    // next range, which begins with an object.
    private static void MeetTypes(ClrHeap heap, TargetMemory memory, HeapTypes types, CancellationToken stopping)
    {
        var passing = default(Passing);
        new HeapWalker(HeapLayout.Of(heap), memory, types).Walk(ref passing, static _ => { }, stopping);
    }

    /// <summary>Runs optional preparations for a census, and cancels them after three seconds.</summary>
    /// <param name="action">The work, until the token is cancelled.</param>
    /// <param name="cancellationToken">Cancels the work.</param>
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
            // The time limit was reached, or the data was inconsistent. The copy reports any problem with the process.
        }

        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Visits objects only so that their types are looked up.</summary>
    private readonly struct Passing : IHeapVisitor
    {
        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
        }
    }
}
