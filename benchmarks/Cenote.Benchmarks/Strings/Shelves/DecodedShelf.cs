using System.Text;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed strings, made from UTF-8.</summary>
internal readonly struct DecodedShelf(string[] strings) : IShelf<byte>
{
    public static bool MustFree => false;

    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<byte> text) => strings[place] = Encoding.UTF8.GetString(text);

    public void Free(int place)
    {
        // The collector does.
    }
}
