namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns by every rival, whichever texts they are given.</summary>
internal interface IStringRivals : IDisposable
{
    /// <summary>Managed strings, filled with one char.</summary>
    void Filled(Pattern pattern);

    /// <summary>Managed strings, copied from the text.</summary>
    void Copied(Pattern pattern);

    /// <summary>A segmented pool, through handles that know it.</summary>
    void Refs(Pattern pattern);

    /// <summary>A segmented pool, through ids.</summary>
    void Ids(Pattern pattern);

    /// <summary>A contiguous pool.</summary>
    void Contiguous(Pattern pattern);
}
