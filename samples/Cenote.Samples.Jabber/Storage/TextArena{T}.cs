namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Text that only grows: places in chunks without references, one behind the other with nothing between. Safe for any number of threads;
/// what a place holds may be read by those who learn of the place from whoever wrote it.
/// </summary>
internal sealed class TextArena<T>
    where T : unmanaged
{
    private const int ChunkBits = 20;
    private const int ChunkLength = 1 << ChunkBits;

    private readonly Lock _growing = new();
    private T[]?[] _chunks = new T[]?[16];
    private long _next;

    /// <summary>Units taken so far, those included that the ends of chunks were too short for.</summary>
    public long Length => Volatile.Read(ref _next);

    /// <summary>Takes a place.</summary>
    /// <param name="length">Units, fewer than a chunk has.</param>
    /// <param name="place">Where it begins.</param>
    /// <exception cref="InvalidOperationException">There is none left that a <see cref="CompactJabberId"/> can name.</exception>
    public Span<T> Take(int length, out long place)
    {
        while (true)
        {
            long end = Interlocked.Add(ref _next, length);
            place = end - length;
            if (end > 1L << CompactJabberId.PlaceBits)
            {
                throw new InvalidOperationException("The store is full.");
            }

            // What would lie across the end of a chunk is taken anew, behind it.
            if (place >> ChunkBits == (end - 1) >> ChunkBits)
            {
                return Chunk((int)(place >> ChunkBits)).AsSpan((int)place & (ChunkLength - 1), length);
            }
        }
    }

    /// <summary>What begins at a place, and all that is behind it in its chunk.</summary>
    public ReadOnlySpan<T> From(long place) => Chunk((int)(place >> ChunkBits)).AsSpan((int)place & (ChunkLength - 1));

    private T[] Chunk(int index)
    {
        T[]?[] chunks = Volatile.Read(ref _chunks);
        return index < chunks.Length && Volatile.Read(ref chunks[index]) is T[] chunk ? chunk : ChunkSlow(index);
    }

    private T[] ChunkSlow(int index)
    {
        lock (_growing)
        {
            if (index >= _chunks.Length)
            {
                T[]?[] larger = new T[]?[Math.Max(index + 1, 2 * _chunks.Length)];
                _chunks.CopyTo(larger, 0);
                Volatile.Write(ref _chunks, larger);
            }

            T[] chunk = _chunks[index] ?? GC.AllocateUninitializedArray<T>(ChunkLength);
            Volatile.Write(ref _chunks[index], chunk);
            return chunk;
        }
    }
}
