namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed arrays of UTF-8.</summary>
internal readonly struct BytesShelf(byte[][] arrays) : IShelf<byte>
{
    public static bool MustFree => false;

    public int Count => arrays.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => arrays[place] = text.ToArray();

    public void Free(int place)
    {
        // The collector does.
    }
}
