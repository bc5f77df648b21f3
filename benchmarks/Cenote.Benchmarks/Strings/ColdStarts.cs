using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>A new pool, its first strings, and its end.</summary>
internal sealed class ColdStarts<TTexts>(int count, TTexts texts) : IColdStarts
    where TTexts : struct, ITexts<char>
{
    public void Managed() => Patterns<char>.Fill(new ManagedShelf(new string[count]), texts);

    public void Refs()
    {
        using var pool = new SegmentedStringPool();
        Patterns<char>.Fill(new RefShelf(pool, new PooledStringRef[count]), texts);
    }

    public void Contiguous()
    {
        using UnmanagedStringPool pool = Pools.Contiguous();
        Patterns<char>.Fill(new ContiguousShelf(pool, new PooledString[count]), texts);
    }
}
