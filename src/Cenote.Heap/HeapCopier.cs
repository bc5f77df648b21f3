using System.Collections.Concurrent;

namespace Cenote.Heap;

/// <summary>
/// Copies a heap and asks for the type of every object, which only a process that stands still can answer: one thread copies
/// while another walks over what is copied.
/// </summary>
internal static class HeapCopier
{
    /// <summary>Copies all ranges.</summary>
    public static void Copy(
        HeapLayout layout, IHeapMemory source, CopiedMemory copy, HeapTypes types, CancellationToken cancellationToken)
    {
        using var copied = new BlockingCollection<int>();
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var walking = Task.Factory.StartNew(
            () =>
            {
                try
                {
                    Walk(layout, copy, types, copied, stopping.Token);
                }
                catch
                {
                    stopping.Cancel();
                    throw;
                }
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        try
        {
            byte[] buffer = CopiedMemory.CreateBuffer();
            for (int range = 0; range < layout.Ranges.Count; range++)
            {
                stopping.Token.ThrowIfCancellationRequested();
                copy.Copy(range, source, buffer);
                copied.Add(range, CancellationToken.None);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // The walk has failed, and what it failed with is thrown below.
        }
        catch
        {
            stopping.Cancel();
            throw;
        }
        finally
        {
            copied.CompleteAdding();
            ((IAsyncResult)walking).AsyncWaitHandle.WaitOne();
        }

        walking.GetAwaiter().GetResult();
    }

    private static void Walk(
        HeapLayout layout, CopiedMemory copy, HeapTypes types, BlockingCollection<int> copied, CancellationToken cancellationToken)
    {
        var walker = new HeapWalker(layout, copy, types);
        var nobody = default(Nobody);
        foreach (int range in copied.GetConsumingEnumerable(cancellationToken))
        {
            walker.WalkRange(range, ref nobody, cancellationToken);
        }
    }

    private readonly struct Nobody : IHeapVisitor
    {
        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
        }
    }
}
