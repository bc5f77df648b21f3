using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// Looks up keys in a dictionary repeatedly, a part of them in each short run. With many keys, a part is no longer in the
/// processor's caches when it runs again.
/// </summary>
/// <param name="reader">The dictionary; disposed with this object.</param>
/// <param name="count">The number of lookups.</param>
internal sealed class LookUps<TReader>(TReader reader, int count) : IWorkload
    where TReader : struct, IKeyReader
{
    private const int MaxPartCount = 5_000;

    private int _next;
    private long _sink;

    /// <summary>The number of lookups in each run.</summary>
    public static int PartOf(int count) => Math.Min(count, MaxPartCount);

    public void Run()
    {
        // The last part begins earlier if necessary, so that all parts have the same size.
        int start = Math.Min(_next, count - PartOf(count));
        int end = start + PartOf(count);
        _sink += Ask(start, end);
        _next = end == count ? 0 : end;
    }

    /// <summary>The checksum of all answers in the order of the lookups.</summary>
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
