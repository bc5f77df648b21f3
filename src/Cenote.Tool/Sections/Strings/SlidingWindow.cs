using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections.Strings;

/// <summary>
/// The latest strings of a stream: each new one replaces the oldest, which is read once more and released.
/// </summary>
internal sealed class SlidingWindow<TStore, THandle> : IWorkload
    where TStore : struct, ITextStore<THandle>
    where THandle : struct
{
    private readonly int _count;
    private readonly TStore _store;
    private readonly THandle[] _live;
    private int _oldest;
    private long _sink;

    /// <summary>Fills the window with the first strings of the store's corpus.</summary>
    /// <param name="count">The number of strings; more than the window holds.</param>
    /// <param name="store">The store; disposed with the window.</param>
    /// <param name="size">The number of live strings.</param>
    public SlidingWindow(int count, TStore store, int size)
    {
        _count = count;
        _store = store;
        _live = new THandle[size];
        for (int i = 0; i < size; i++)
        {
            _live[i] = store.Create(i);
        }
    }

    /// <summary>Passes over the whole corpus.</summary>
    public void Run()
    {
        var reader = new TouchReader();
        Slide(first: 0, ref reader);
        _sink += reader.Sum;
    }

    /// <summary>The checksum of every string of the corpus, read when it leaves the window or at the end.</summary>
    public static ulong Verify(int count, TStore store, int size)
    {
        using var window = new SlidingWindow<TStore, THandle>(count, store, size);
        var checksum = new TextChecksum();
        window.Slide(first: size, ref checksum);
        for (int i = 0; i < size; i++)
        {
            store.Read(window._live[(window._oldest + i) % size], ref checksum);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        GC.KeepAlive(_sink);
        _store.Dispose();
    }

    private void Slide<TReader>(int first, ref TReader reader)
        where TReader : struct, ITextReader
    {
        int count = _count;
        TStore store = _store;
        THandle[] live = _live;
        int oldest = _oldest;
        for (int i = first; i < count; i++)
        {
            ref THandle place = ref live[oldest];
            store.Read(place, ref reader);
            store.Release(place);
            place = store.Create(i);
            oldest = oldest + 1 == live.Length ? 0 : oldest + 1;
        }

        _oldest = oldest;
    }
}
