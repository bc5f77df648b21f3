using Cenote.Benchmarks.Strings.Shelves;

namespace Cenote.Benchmarks.Strings;

/// <summary>What each of several threads does, whichever rival keeps the strings. Implemented by structs, as shelves are.</summary>
internal interface IThreadWork
{
    /// <summary>Strings that are live from the beginning, for all threads to read.</summary>
    int SharedStrings { get; }

    /// <summary>Places of each thread for strings of its own.</summary>
    int OwnStrings { get; }

    /// <summary>Strings that a thread makes or reads in one run.</summary>
    int Operations { get; }

    /// <summary>Runs on one of the threads.</summary>
    /// <returns>Whatever was read, so that reading it is not optimized away.</returns>
    int Run<TShelf>(int thread, TShelf shared, TShelf own)
        where TShelf : struct, IReadableShelf, allows ref struct;
}
