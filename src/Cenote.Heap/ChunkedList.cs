namespace Cenote.Heap;

/// <summary>A list of values without references that grows without copying them, and that the collector passes over.</summary>
/// <typeparam name="T">What is in it.</typeparam>
internal sealed class ChunkedList<T>
    where T : unmanaged
{
    private const int ChunkShift = 16;
    private const int ChunkLength = 1 << ChunkShift;

    private readonly List<T[]> _chunks = [];

    /// <summary>How many values there are.</summary>
    public int Count { get; private set; }

    /// <summary>A value.</summary>
    public ref T this[int index] => ref _chunks[index >> ChunkShift][index & (ChunkLength - 1)];

    /// <summary>Adds a value.</summary>
    public void Add(T value)
    {
        if (Count >> ChunkShift == _chunks.Count)
        {
            _chunks.Add(GC.AllocateUninitializedArray<T>(ChunkLength));
        }

        this[Count] = value;
        Count = checked(Count + 1);
    }
}
