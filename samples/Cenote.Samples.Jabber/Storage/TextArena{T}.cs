using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Text that only grows, in chunks without references. Each processor fills a chunk of its own, so that threads that add at the
/// same time write to no memory in common. Safe for any number of threads; what a place holds may be read by those who learn of
/// the place from whoever wrote it.
/// </summary>
/// <param name="maximumChunks">Chunks it takes at most, by default as many as a <see cref="CompactJabberId"/> can tell
/// apart.</param>
internal sealed class TextArena<T>(int maximumChunks = TextArena<T>.MostChunks)
    where T : unmanaged
{
    /// <summary>
    /// Units in a chunk: few enough that what the processors leave open is little, many enough that chunks are few.
    /// </summary>
    public const int ChunkLength = 1 << ChunkBits;

    private const int ChunkBits = 18;
    private const int MostChunks = 1 << (CompactJabberId.PlaceBits - ChunkBits);

    private readonly NextPlace[] _next = new NextPlace[BitOperations.RoundUpToPowerOf2((uint)Environment.ProcessorCount)];
    private readonly Lock _growing = new();
    private T[]?[] _chunks = new T[]?[16];
    private int _count;

    /// <summary>Units taken so far, those included that the ends of chunks were too short for. O(processors).</summary>
    public long Length
    {
        get
        {
            lock (_growing)
            {
                return ((long)_count * (ChunkLength - 1)) - _next.Sum(next => (long)Left(Volatile.Read(ref next.Value)));
            }
        }
    }

    /// <summary>Takes a place.</summary>
    /// <param name="length">Units, at least 1 and fewer than a chunk has.</param>
    /// <param name="place">Where it begins.</param>
    /// <exception cref="InvalidOperationException">There is none left.</exception>
    public Span<T> Take(int length, out long place)
    {
        ref long next = ref _next[Thread.GetCurrentProcessorId() & (_next.Length - 1)].Value;
        while (true)
        {
            place = Volatile.Read(ref next);
            if (length > Left(place))
            {
                BeginChunk(ref next, place);
            }
            else if (Interlocked.CompareExchange(ref next, place + length, place) == place)
            {
                return Chunk(place).AsSpan(Offset(place), length);
            }
        }
    }

    /// <summary>What begins at a place, and all that follows it in its chunk.</summary>
    public ReadOnlySpan<T> From(long place) => Chunk(place).AsSpan(Offset(place));

    private static int Offset(long place) => (int)place & (ChunkLength - 1);

    // Where a chunk begins, the one before is full, because the first unit of a chunk is never taken. So is 0, where every
    // processor begins.
    private static int Left(long place) => (int)-place & (ChunkLength - 1);

    private T[]? Chunk(long place) => Volatile.Read(ref _chunks)[(int)(place >> ChunkBits)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void BeginChunk(ref long next, long last)
    {
        lock (_growing)
        {
            // Another thread was here, on the same processor. One that still takes the rest of the last chunk at this time may
            // have it.
            if (Volatile.Read(ref next) != last)
            {
                return;
            }

            if (_count == maximumChunks)
            {
                throw new InvalidOperationException("The store is full.");
            }

            T[]?[] chunks = _chunks;
            if (_count == chunks.Length)
            {
                Array.Resize(ref chunks, 2 * _count);
            }

            chunks[_count] = GC.AllocateUninitializedArray<T>(ChunkLength);
            Volatile.Write(ref _chunks, chunks);
            Volatile.Write(ref next, ((long)_count << ChunkBits) + 1);
            _count++;
        }
    }
}
