using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a pool behind the reader-writer lock of the library's wrapper.</summary>
internal readonly struct WrapperShelf(SynchronizedStringPool pool, PooledStringId[] ids) : IReadableShelf
{
    public static bool MustFree => true;

    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => ids[place] = pool.Allocate(text);

    public void Free(int place) => pool.Free(ids[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader
    {
        using SynchronizedStringPool.Reader reader = pool.EnterRead();
        return TReader.Read(reader.AsSpan(ids[place]));
    }
}
