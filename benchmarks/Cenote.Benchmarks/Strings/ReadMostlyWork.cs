using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

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
