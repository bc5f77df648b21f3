namespace Cenote.Benchmarks.Objects.Sources;

/// <summary>Where arrays come from and go to. Implemented by structs, so that work is compiled for each rival by itself.</summary>
internal interface ISource
{
    byte[] Allocate();

    void Free(byte[] item);
}
