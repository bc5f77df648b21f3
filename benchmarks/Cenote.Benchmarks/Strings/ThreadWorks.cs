using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// The work of each of several threads, for any rival that holds the strings. Implemented by structs, like shelves.
/// </summary>
internal interface IThreadWork
{
    /// <summary>The number of strings that are live from the start, for all threads to read.</summary>
    int SharedStrings { get; }

    /// <summary>The number of places that each thread has for its private strings.</summary>
    int OwnStrings { get; }

    /// <summary>The number of strings that a thread creates or reads in one run.</summary>
    int Operations { get; }

    /// <summary>Runs on one of the threads.</summary>
    /// <returns>A value that depends on all reads, so that they are not optimized away.</returns>
    int Run<TShelf>(int thread, TShelf shared, TShelf own)
        where TShelf : struct, IReadableShelf, allows ref struct;
}

/// <summary>Repeats a published pattern on each thread, with strings that no other thread uses.</summary>
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

/// <summary>Threads read shared strings at random, and sometimes replace a private string: seven reads for each write.</summary>
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
