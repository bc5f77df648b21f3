namespace Cenote.Benchmarks.Strings;

/// <summary>Work on several threads at once by every rival, whichever work it is.</summary>
internal interface IThreadRivals : IDisposable
{
    /// <summary>Strings that all threads together make or read in one call of any rival.</summary>
    int Operations { get; }

    void Managed();

    /// <summary>A concurrent pool through a writer for each thread.</summary>
    void Writer();

    /// <summary>A concurrent pool without a writer.</summary>
    void Pool();

    /// <summary>A segmented pool in the wrapper, with its reader-writer lock.</summary>
    void Wrapper();

    /// <summary>A segmented pool behind a plain lock.</summary>
    void Locked();
}
