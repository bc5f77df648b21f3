using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Interning;

/// <summary>
/// Looks up strings that were all interned before, repeatedly in the order of the corpus, a part of them in each run. With many
/// strings, a part is no longer in the processor's caches when it runs again. The results of the first pass are kept alive.
/// </summary>
internal sealed class SecondPass<TStore, THandle> : IWorkload
    where TStore : struct, ITextStore<THandle>
    where THandle : struct
{
    private const int MaxPartCount = 5_000;

    private readonly int _count;
    private readonly TStore _store;
    private readonly HeldArray<TStore, THandle> _first;
    private int _next;
    private long _sink;

    /// <param name="count">The number of strings, from the beginning of the corpus.</param>
    /// <param name="store">The empty store for the strings; disposed with this object.</param>
    public SecondPass(int count, TStore store)
    {
        _count = count;
        _store = store;
        _first = new HeldArray<TStore, THandle>(count, store);
    }

    /// <summary>The number of strings looked up in each run.</summary>
    public static int PartOf(int count) => Math.Min(count, MaxPartCount);

    public void Run()
    {
        // The last part begins earlier if necessary, so that all parts have the same size.
        int start = Math.Min(_next, _count - PartOf(_count));
        int end = start + PartOf(_count);
        var reader = new TouchReader();
        Ask(start, end, ref reader);
        _sink += reader.Sum;
        _next = end == _count ? 0 : end;
    }

    /// <summary>The checksum of the results of a second pass over all strings.</summary>
    public static ulong Verify(int count, TStore store)
    {
        using var pass = new SecondPass<TStore, THandle>(count, store);
        var checksum = new TextChecksum();
        pass.Ask(0, count, ref checksum);
        return checksum.Value;
    }

    public void Dispose()
    {
        GC.KeepAlive(_sink);
        _first.Dispose();
    }

    private void Ask<TReader>(int start, int end, ref TReader reader)
        where TReader : struct, ITextReader
    {
        TStore store = _store;
        for (int i = start; i < end; i++)
        {
            store.Read(store.Create(i), ref reader);
        }
    }
}
