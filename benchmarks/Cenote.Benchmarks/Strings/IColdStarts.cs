namespace Cenote.Benchmarks.Strings;

/// <summary>A new pool, its first strings, and its end, by every rival.</summary>
internal interface IColdStarts
{
    void Managed();

    void Refs();

    void Contiguous();
}
