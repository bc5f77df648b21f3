using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections;

/// <summary>Threads that process the same strings concurrently, with an object for each string.</summary>
internal sealed class ObjectLoop<TUse> : IWorkload
    where TUse : struct, IObjectUse
{
    private readonly ThreadWork _work;
    private readonly TUse _use;
    private readonly Crew _crew;
    private readonly Action<int> _touch;
    private long _sink;

    /// <summary>Starts the threads.</summary>
    /// <param name="work">The work of each thread.</param>
    /// <param name="use">The source of the objects; disposed with the loop.</param>
    public ObjectLoop(ThreadWork work, TUse use)
    {
        _work = work;
        _use = use;
        _crew = new Crew(work.Threads);
        _touch = _ => Touch();
    }

    public void Run() => _crew.Run(_touch);

    /// <summary>The checksum of what every thread has read, combined in the order of the threads.</summary>
    public static ulong Verify(ThreadWork work, TUse use)
    {
        using var loop = new ObjectLoop<TUse>(work, use);
        return loop.Checksum();
    }

    public void Dispose()
    {
        _crew.Dispose();
        _use.Dispose();
    }

    private void Touch()
    {
        var reader = new TouchReader();
        Pass(ref reader);
        Volatile.Write(ref _sink, reader.Sum);
    }

    private ulong Checksum()
    {
        ulong[] checksums = new ulong[_work.Threads];
        _crew.Run(thread =>
        {
            var checksum = new TextChecksum();
            Pass(ref checksum);
            checksums[thread] = checksum.Value;
        });
        return TextChecksum.Of<ulong>(checksums);
    }

    private void Pass<TReader>(ref TReader reader)
        where TReader : struct, ITextReader
    {
        for (int pass = 0; pass < _work.Passes; pass++)
        {
            PassOnce(ref reader);
        }
    }

    // A separate method, which is called often enough to reach every tier of the JIT.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PassOnce<TReader>(ref TReader reader)
        where TReader : struct, ITextReader
    {
        TextCorpus sample = _work.Sample;
        TUse use = _use;
        for (int i = 0; i < sample.Count; i++)
        {
            use.Use(sample[i], ref reader);
        }
    }
}
