using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a UTF-8 pool, which is told that the bytes are valid.</summary>
internal readonly struct TrustedUtf8Shelf(Utf8StringPool pool, PooledUtf8String[] strings) : IShelf<byte>
{
    public static bool MustFree => true;

    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => strings[place] = pool.DangerousAllocate(text);

    public void Free(int place) => strings[place].Free();
}
