using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

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
