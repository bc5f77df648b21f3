using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a concurrent pool that finds what belongs to the thread for each of them.</summary>
internal readonly struct ConcurrentShelf(ConcurrentStringPool pool, PooledStringRef[] refs) : IReadableShelf
{
    public static bool MustFree => true;

    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => refs[place] = pool.Allocate(text);

    public void Free(int place) => refs[place].Free();

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(refs[place].AsSpan());
}
