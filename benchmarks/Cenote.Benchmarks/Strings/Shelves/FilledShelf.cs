namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed strings as the benchmark that everybody publishes makes them: <c>new string('x', n)</c>.</summary>
internal readonly struct FilledShelf(string[] strings) : IReadableShelf
{
    public static bool MustFree => false;

    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = new string('x', text.Length);

    public void Free(int place)
    {
        // The collector does.
    }

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place]);
}
