using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a segmented pool behind a plain lock.</summary>
internal readonly struct LockedShelf(SegmentedStringPool pool, Lock gate, PooledStringId[] ids) : IReadableShelf
{
    public static bool MustFree => true;

    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text)
    {
        lock (gate)
        {
            ids[place] = pool.Allocate(text).Id;
        }
    }

    public void Free(int place)
    {
        lock (gate)
        {
            pool.Free(ids[place]);
        }
    }

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader
    {
        lock (gate)
        {
            return TReader.Read(pool.AsSpan(ids[place]));
        }
    }
}
