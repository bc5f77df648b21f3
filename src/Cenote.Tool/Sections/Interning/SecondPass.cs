using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Interning;

/// <summary>
/// Asks for strings that were all asked for before, over and over in the order of the corpus, a part of them in each run: what
/// the part needs has left the caches before its turn comes again, if there are many. What the first pass gave is kept.
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

    /// <param name="count">How many strings there are, from the beginning of the corpus.</param>
    /// <param name="store">Where they are kept, which is empty; disposed with this.</param>
    public SecondPass(int count, TStore store)
    {
        _count = count;
        _store = store;
        _first = new HeldArray<TStore, THandle>(count, store);
    }

    /// <summary>How many of a number of strings are asked for in each run.</summary>
    public static int PartOf(int count) => Math.Min(count, MaxPartCount);

    public void Run()
    {
        // The last part begins early enough to be no smaller than the others.
        int start = Math.Min(_next, _count - PartOf(_count));
        int end = start + PartOf(_count);
        var reader = new TouchReader();
        Ask(start, end, ref reader);
        _sink += reader.Sum;
        _next = end == _count ? 0 : end;
    }

    /// <summary>The checksum of what a second pass over all strings gives.</summary>
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
