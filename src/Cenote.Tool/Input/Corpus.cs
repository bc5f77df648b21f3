namespace Cenote.Tool.Input;

/// <summary>
/// Strings as spans of a few large arrays. The arrays hold no references, so the garbage collector passes over them at once,
/// and measurements contain only the work of the contenders.
/// </summary>
/// <typeparam name="TUnit">What the strings are made of: chars, or bytes of UTF-8.</typeparam>
internal abstract class Corpus<TUnit>(TUnit[][] chunks, CorpusSlice[] slices)
    where TUnit : unmanaged
{
    // Above 85,000 bytes, so that chunks live where the collector does not move them; large enough to be few.
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
