namespace Cenote.Heap;

/// <summary>
/// Memory that can be read until a time limit. A timer would be too late on a busy machine: its thread waits for a processor.
/// </summary>
/// <param name="memory">The memory.</param>
/// <param name="start">The time stamp at which the limit began.</param>
/// <param name="limit">The limit.</param>
/// <param name="stopping">Is cancelled by the first read after the limit.</param>
internal sealed class TimedMemory(IHeapMemory memory, long start, TimeSpan limit, CancellationTokenSource stopping) : IHeapMemory
{
    public int Read(ulong address, Span<byte> destination)
    {
        if (Stopwatch.GetElapsedTime(start) >= limit)
        {
            stopping.Cancel();
        }

        return memory.Read(address, destination);
    }
}
