using System.Text;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed arrays of UTF-8.</summary>
internal readonly struct BytesShelf(byte[][] arrays) : IShelf<byte>
{
    public int Count => arrays.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => arrays[place] = text.ToArray();

    public void Free(int place) => arrays[place] = null!;
}

/// <summary>Managed strings, created from UTF-8.</summary>
internal readonly struct DecodedShelf(string[] strings) : IShelf<byte>
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => strings[place] = Encoding.UTF8.GetString(text);

    public void Free(int place) => strings[place] = null!;
}

/// <summary>UTF-16 strings of a segmented pool, created from UTF-8.</summary>
internal readonly struct TranscodedShelf(SegmentedStringPool pool, PooledStringRef[] refs) : IShelf<byte>
{
    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => refs[place] = pool.Allocate(text);

    public void Free(int place) => refs[place].Free();
}

/// <summary>Strings of a UTF-8 pool.</summary>
internal readonly struct Utf8Shelf(Utf8StringPool pool, PooledUtf8String[] strings) : IShelf<byte>
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => strings[place] = pool.Allocate(text);

    public void Free(int place) => strings[place].Free();
}

/// <summary>Strings of a UTF-8 pool, created without validation.</summary>
internal readonly struct TrustedUtf8Shelf(Utf8StringPool pool, PooledUtf8String[] strings) : IShelf<byte>
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => strings[place] = pool.DangerousAllocate(text);

    public void Free(int place) => strings[place].Free();
}
