using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Strings of a concurrent pool, which looks up the thread's heap for each string.</summary>
internal readonly struct ConcurrentShelf(ConcurrentStringPool pool, PooledStringRef[] refs) : IReadableShelf
{
    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => refs[place] = pool.Allocate(text);

    public void Free(int place) => refs[place].Free();

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(refs[place].AsSpan());
}

/// <summary>Strings of a concurrent pool, created and freed through the thread's writer.</summary>
internal readonly ref struct WriterShelf(ConcurrentStringPool.Writer writer, PooledStringRef[] refs) : IReadableShelf
{
    private readonly ConcurrentStringPool.Writer _writer = writer;

    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => refs[place] = _writer.Allocate(text);

    public void Free(int place) => _writer.Free(refs[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(refs[place].AsSpan());
}

/// <summary>Strings of a <see cref="SynchronizedStringPool"/>, which uses a reader-writer lock.</summary>
internal readonly struct WrapperShelf(SynchronizedStringPool pool, PooledStringId[] ids) : IReadableShelf
{
    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => ids[place] = pool.Allocate(text);

    public void Free(int place) => pool.Free(ids[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader
    {
        using SynchronizedStringPool.Reader reader = pool.EnterRead();
        return TReader.Read(reader.AsSpan(ids[place]));
    }
}

/// <summary>Strings of a segmented pool under a plain lock.</summary>
internal readonly struct LockedShelf(SegmentedStringPool pool, Lock gate, PooledStringId[] ids) : IReadableShelf
{
    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text)
    {
        lock (gate)
        {
            ids[place] = pool.Allocate(text).Id;
        }
    }

    public void Free(int place)
    {
        lock (gate)
        {
            pool.Free(ids[place]);
        }
    }

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader
    {
        lock (gate)
        {
            return TReader.Read(pool.AsSpan(ids[place]));
        }
    }
}
