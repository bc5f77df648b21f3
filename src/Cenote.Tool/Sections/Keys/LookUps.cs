using System.Runtime.CompilerServices;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Keys;

/// <summary>Asks a dictionary all questions, over and over.</summary>
/// <param name="reader">The dictionary; disposed with this.</param>
/// <param name="count">How many questions there are.</param>
internal sealed class LookUps<TReader>(TReader reader, int count) : IWorkload
    where TReader : struct, IKeyReader
{
    private const int PartSize = 1_000;

    private long _sink;

    public void Run()
    {
        for (int start = 0; start < count; start += PartSize)
        {
            _sink += Ask(start, Math.Min(start + PartSize, count));
        }
    }

    /// <summary>The checksum of all answers in the order of the questions.</summary>
    public static ulong Verify(TReader reader, int count)
    {
        using (reader)
        {
            int[] answers = new int[count];
            for (int i = 0; i < answers.Length; i++)
            {
                answers[i] = reader.Answer(i);
            }

            return TextChecksum.Of<int>(answers);
        }
    }

    public void Dispose()
    {
        GC.KeepAlive(_sink);
        reader.Dispose();
    }

    // A method of its own, to be called often enough for every tier of the JIT.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Ask(int start, int end)
    {
        TReader asked = reader;
        long sum = 0;
        for (int i = start; i < end; i++)
        {
            sum += asked.Answer(i);
        }

        return sum;
    }
}
