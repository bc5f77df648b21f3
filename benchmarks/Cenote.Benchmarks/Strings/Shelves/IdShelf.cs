using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a segmented pool, as ids without a reference in them.</summary>
internal readonly struct IdShelf(SegmentedStringPool pool, PooledStringId[] ids) : IReadableShelf
{
    public static bool MustFree => true;

    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => ids[place] = pool.Allocate(text).Id;

    public void Free(int place) => pool.Free(ids[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(pool.AsSpan(ids[place]));
}
