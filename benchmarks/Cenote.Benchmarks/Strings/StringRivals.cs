using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns with every rival, for any source.</summary>
internal interface IStringRivals : IDisposable
{
    /// <summary>Managed strings, filled with one char.</summary>
    void Filled(Pattern pattern);

    /// <summary>Managed strings, copied from the source.</summary>
    void Copied(Pattern pattern);

    /// <summary>A segmented pool, through handles that refer to it.</summary>
    void Refs(Pattern pattern);

    /// <summary>A segmented pool, through ids.</summary>
    void Ids(Pattern pattern);

    /// <summary>A contiguous pool.</summary>
    void Contiguous(Pattern pattern);
}

/// <summary>The published patterns with every rival that stores UTF-16.</summary>
internal sealed class StringRivals<TTexts>(int count, TTexts texts) : IStringRivals
    where TTexts : struct, ITexts<char>
{
    private readonly SegmentedStringPool _segmented = new();
    private readonly UnmanagedStringPool _contiguous = Pools.Contiguous();
    private readonly string[] _strings = new string[count];
    private readonly PooledStringRef[] _refs = new PooledStringRef[count];
    private readonly PooledStringId[] _ids = new PooledStringId[count];
    private readonly PooledString[] _pooled = new PooledString[count];

    public void Filled(Pattern pattern) => Patterns<char>.Run(pattern, new FilledShelf(Array(pattern, _strings)), texts);

    public void Copied(Pattern pattern) => Patterns<char>.Run(pattern, new ManagedShelf(Array(pattern, _strings)), texts);

    public void Refs(Pattern pattern) => Patterns<char>.Run(pattern, new RefShelf(_segmented, Array(pattern, _refs)), texts);

    public void Ids(Pattern pattern) => Patterns<char>.Run(pattern, new IdShelf(_segmented, Array(pattern, _ids)), texts);

    public void Contiguous(Pattern pattern) => Patterns<char>.Run(pattern, new ContiguousShelf(_contiguous, Array(pattern, _pooled)), texts);

    public void Dispose()
    {
        _segmented.Dispose();
        _contiguous.Dispose();
    }

    private static T[] Array<T>(Pattern pattern, T[] kept) => pattern == Pattern.BulkNewArray ? new T[kept.Length] : kept;
}
