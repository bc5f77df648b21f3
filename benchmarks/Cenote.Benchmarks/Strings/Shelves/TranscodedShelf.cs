using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>UTF-16 strings of a segmented pool, made from UTF-8.</summary>
internal readonly struct TranscodedShelf(SegmentedStringPool pool, PooledStringRef[] refs) : IShelf<byte>
{
    public static bool MustFree => true;

    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => refs[place] = pool.AllocateUtf8(text);

    public void Free(int place) => refs[place].Free();
}
