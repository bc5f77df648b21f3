using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a concurrent pool, made and freed through the thread's writer.</summary>
internal readonly ref struct WriterShelf(ConcurrentStringPool.Writer writer, PooledStringRef[] refs) : IReadableShelf
{
    private readonly ConcurrentStringPool.Writer _writer = writer;

    public static bool MustFree => true;

    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => refs[place] = _writer.Allocate(text);

    public void Free(int place) => _writer.Free(refs[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(refs[place].AsSpan());
}
