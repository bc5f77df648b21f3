using Cenote.Strings;

namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Managed strings, copied from a source like pooled ones.</summary>
internal readonly struct ManagedShelf(string[] strings) : IReadableShelf
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = new string(text);

    public void Free(int place) => strings[place] = null!;

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place]);
}

/// <summary>Managed strings as published benchmarks create them: <c>new string('x', n)</c>.</summary>
internal readonly struct FilledShelf(string[] strings) : IReadableShelf
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = new string('x', text.Length);

    public void Free(int place) => strings[place] = null!;

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place]);
}

/// <summary>Strings of a segmented pool, as handles that refer to it.</summary>
internal readonly struct RefShelf(SegmentedStringPool pool, PooledStringRef[] refs) : IReadableShelf
{
    public int Count => refs.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => refs[place] = pool.Allocate(text);

    public void Free(int place) => refs[place].Free();

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(refs[place].AsSpan());
}

/// <summary>Strings of a segmented pool, as ids without references.</summary>
internal readonly struct IdShelf(SegmentedStringPool pool, PooledStringId[] ids) : IReadableShelf
{
    public int Count => ids.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => ids[place] = pool.Allocate(text).Id;

    public void Free(int place) => pool.Free(ids[place]);

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(pool.AsSpan(ids[place]));
}

/// <summary>Strings of a contiguous pool.</summary>
internal readonly struct ContiguousShelf(UnmanagedStringPool pool, PooledString[] strings) : IReadableShelf
{
    public int Count => strings.Length;

    public void Allocate(int place, ReadOnlySpan<char> text) => strings[place] = pool.Allocate(text);

    public void Free(int place) => strings[place].Free();

    public int Read<TReader>(int place)
        where TReader : struct, ITextReader => TReader.Read(strings[place].AsSpan());
}
