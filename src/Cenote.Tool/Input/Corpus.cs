namespace Cenote.Tool.Input;

/// <summary>
/// Strings as spans of a few large arrays. The arrays contain no references, so the GC does not scan them, and measurements
/// include only the work of the contenders.
/// </summary>
/// <typeparam name="TUnit">The unit of the strings: char, or byte for UTF-8.</typeparam>
internal abstract class Corpus<TUnit>(TUnit[][] chunks, CorpusSlice[] slices)
    where TUnit : unmanaged
{
    // A chunk is larger than 85,000 bytes, so it is on the large object heap, where the GC does not move it.
    public const int ChunkUnits = 1 << 20;

    /// <summary>The number of strings.</summary>
    public int Count => slices.Length;

    public ReadOnlySpan<TUnit> this[int index]
    {
        get
        {
            CorpusSlice slice = slices[index];
            return chunks[slice.Chunk].AsSpan(slice.Start, slice.Length);
        }
    }
}
