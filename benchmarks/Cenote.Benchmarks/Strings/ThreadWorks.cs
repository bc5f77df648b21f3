using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// What each of several threads does, whichever rival keeps the strings. Implemented by structs, as shelves are.
/// </summary>
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

/// <summary>A published pattern, over and over: each thread for itself.</summary>
internal readonly struct OwnStringsWork(Pattern pattern, OneText text) : IThreadWork
{
    private const int Rounds = 25;

    public int SharedStrings => 0;

    public int OwnStrings => 1_000;

    public int Operations => OwnStrings * Rounds;

    public int Run<TShelf>(int thread, TShelf shared, TShelf own)
        where TShelf : struct, IReadableShelf, allows ref struct
    {
        for (int round = 0; round < Rounds; round++)
        {
            Patterns<char>.Run(pattern, own, text);
        }

        return 0;
    }
}

/// <summary>
/// Threads read at random what all of them share, and now and then replace a string of their own: seven reads for each write.
/// </summary>
internal readonly struct ReadMostlyWork(OneText text) : IThreadWork
{
    private const int Writes = 3_000;
    private const int ReadsPerWrite = 7;

    public int SharedStrings => 4_096;

    public int OwnStrings => 16;

    public int Operations => Writes * (ReadsPerWrite + 1);

    public int Run<TShelf>(int thread, TShelf shared, TShelf own)
        where TShelf : struct, IReadableShelf, allows ref struct
    {
        var random = new Xorshift((uint)thread + 1);
        int sum = 0;
        for (int i = 0; i < Writes; i++)
        {
            for (int read = 0; read < ReadsPerWrite; read++)
            {
                sum += shared.Read<Touch>(random.Next(SharedStrings));
            }

            int place = i % OwnStrings;
            own.Free(place);
            own.Allocate(place, text[i]);
        }

        return sum;
    }
}
