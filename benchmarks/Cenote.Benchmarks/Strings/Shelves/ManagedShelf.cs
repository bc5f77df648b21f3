namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed strings, copied from a text as pooled ones are.</summary>
internal readonly struct ManagedShelf(string[] strings) : IReadableShelf
{
    public static bool MustFree => false;

    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = new string(text);

    public void Free(int place)
    {
        // The collector does.
    }

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place]);
}
