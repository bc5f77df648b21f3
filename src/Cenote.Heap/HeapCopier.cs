namespace Cenote.Heap;

/// <summary>
/// Copies what a census needs of a heap and asks for the type of every object, which only a process that stands still can answer:
/// several threads, each of which takes the next range, reads it in blocks that stay in its processor's cache, and walks over them.
/// </summary>
internal static class HeapCopier
{
    private const int MaxThreads = 4;

    /// <summary>Copies all ranges.</summary>
    /// <returns>How many bytes were copied, and whether something could not be read, as when the process exits during the copy.</returns>
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
                // By the user, or because another thread has failed, which tells of that.
            }
            catch
            {
                stopping.Cancel();
                throw;
            }
        }
    }

    /// <summary>Keeps what is read.</summary>
    private sealed class Copying(IHeapMemory source, CopiedMemory copy) : IHeapMemory
    {
        /// <summary>How many bytes there were.</summary>
        public long Bytes { get; private set; }

        /// <summary>Whether there was less than asked for.</summary>
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

    /// <summary>Of an object that is larger than a block, reads the rest, unless nobody asks for that.</summary>
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
