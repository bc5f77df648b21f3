using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a contiguous pool.</summary>
internal readonly struct ContiguousShelf(UnmanagedStringPool pool, PooledString[] strings) : IReadableShelf
{
    public static bool MustFree => true;

    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = pool.Allocate(text);

    public void Free(int place) => strings[place].Free();

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place].AsSpan());
}
