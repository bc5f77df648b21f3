namespace Cenote.Heap;

/// <summary>
/// Copies the parts of a heap that a census needs, and looks up the type of every object, while the process is suspended. Several
/// threads each take the next range, read it in blocks that stay in the processor's cache, and walk over them.
/// </summary>
internal static class HeapCopier
{
    private const int MaxThreads = 4;

    /// <summary>Copies all ranges.</summary>
    /// <returns>
    /// The number of bytes copied, and whether any part could not be read, for example because the process exited.
    /// </returns>
    public static (long Bytes, bool IsIncomplete) Copy(
        HeapLayout layout, IHeapMemory source, CopiedMemory copy, HeapTypes types, CancellationToken cancellationToken)
    {
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        int next = -1;
        long bytes = 0;
        bool isIncomplete = false;
        Task[] threads =
        [
            .. Enumerable.Range(0, Math.Min(MaxThreads, Environment.ProcessorCount)).Select(_ => Task.Factory.StartNew(
                CopyRanges, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)),
        ];
        ((IAsyncResult)Task.WhenAll(threads)).AsyncWaitHandle.WaitOne();
        cancellationToken.ThrowIfCancellationRequested();
        foreach (Task thread in threads)
        {
            thread.GetAwaiter().GetResult();
        }

        return (bytes, isIncomplete);

        void CopyRanges()
        {
            try
            {
                var memory = new Copying(source, copy);
                var walker = new HeapWalker(layout, memory, types);
                var rest = new Rest(memory);
                for (int range; (range = Interlocked.Increment(ref next)) < layout.Ranges.Count;)
                {
                    walker.WalkRange(range, ref rest, stopping.Token);
                }

                Interlocked.Add(ref bytes, memory.Bytes);
                if (walker.UnreadBytes > 0 || memory.IsIncomplete)
                {
                    Volatile.Write(ref isIncomplete, true);
                }
            }
            catch (OperationCanceledException)
            {
                // Cancelled by the user, or because another thread failed; that thread reports the failure.
            }
            catch
            {
                stopping.Cancel();
                throw;
            }
        }
    }

    /// <summary>Copies the bytes that are read.</summary>
    private sealed class Copying(IHeapMemory source, CopiedMemory copy) : IHeapMemory
    {
        /// <summary>The number of bytes read.</summary>
        public long Bytes { get; private set; }

        /// <summary>Whether fewer bytes were read than requested.</summary>
        public bool IsIncomplete { get; private set; }

        public int Read(ulong address, Span<byte> destination)
        {
            int read = source.Read(address, destination);
            copy.Write(address, destination[..read]);
            Bytes += read;
            IsIncomplete |= read < destination.Length;
            return read;
        }
    }

    /// <summary>Reads the rest of an object that is larger than a block, if it is a string or has references.</summary>
    private readonly struct Rest(Copying memory) : IHeapVisitor
    {
        private readonly byte[] _block = GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes);

        public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
        {
            if (!type.IsString && !type.HasReferences)
            {
                return;
            }

            for (long done = content.Length; done < size;)
            {
                int read = memory.Read(at.Address + (ulong)done, _block.AsSpan(0, (int)Math.Min(_block.Length, size - done)));
                if (read == 0)
                {
                    return;
                }

                done += read;
            }
        }
    }
}
