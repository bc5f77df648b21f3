using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Concurrent work on several threads with every rival, for any kind of work.</summary>
internal interface IThreadRivals : IDisposable
{
    /// <summary>The number of strings that all threads together create or read in one call of any rival.</summary>
    int Operations { get; }

    void Managed();

    /// <summary>A concurrent pool through a writer for each thread.</summary>
    void Writer();

    /// <summary>A concurrent pool without a writer.</summary>
    void Pool();

    /// <summary>A segmented pool in the wrapper, with its reader-writer lock.</summary>
    void Wrapper();

    /// <summary>A segmented pool under a plain lock.</summary>
    void Locked();
}

/// <summary>The same concurrent work on several threads, with every thread-safe rival.</summary>
internal sealed class ThreadRivals<TWork> : IThreadRivals
    where TWork : struct, IThreadWork
{
    private readonly ConcurrentStringPool _concurrent = new();
    private readonly SynchronizedStringPool _wrapper = new(new SegmentedStringPool());
    private readonly SegmentedStringPool _locked = new();
    private readonly Lock _gate = new();
    private readonly TWork _work;
    private readonly Crew _crew;

    // The places of each thread, followed by those that all threads read.
    private readonly string[][] _strings;
    private readonly PooledStringRef[][] _refs;
    private readonly PooledStringId[][] _wrapperIds;
    private readonly PooledStringId[][] _lockedIds;
    private int _sink;

    public ThreadRivals(int threads, OneText text, TWork work)
    {
        _work = work;
        _crew = new Crew(threads);
        _strings = Places<string>();
        _refs = Places<PooledStringRef>();
        _wrapperIds = Places<PooledStringId>();
        _lockedIds = Places<PooledStringId>();
        Patterns<char>.Fill(new FilledShelf(_strings[^1]), text);
        Patterns<char>.Fill(new ConcurrentShelf(_concurrent, _refs[^1]), text);
        Patterns<char>.Fill(new WrapperShelf(_wrapper, _wrapperIds[^1]), text);
        Patterns<char>.Fill(new LockedShelf(_locked, _gate, _lockedIds[^1]), text);
    }

    public int Operations => _work.Operations * _crew.Count;

    public void Managed() => _crew.Run(thread => Work(thread, new FilledShelf(_strings[^1]), new FilledShelf(_strings[thread])));

    public void Writer() => _crew.Run(thread =>
    {
        using ConcurrentStringPool.Writer writer = _concurrent.GetWriter();
        Work(thread, new WriterShelf(writer, _refs[^1]), new WriterShelf(writer, _refs[thread]));
    });

    public void Pool() => _crew.Run(thread =>
        Work(thread, new ConcurrentShelf(_concurrent, _refs[^1]), new ConcurrentShelf(_concurrent, _refs[thread])));

    public void Wrapper() => _crew.Run(thread =>
        Work(thread, new WrapperShelf(_wrapper, _wrapperIds[^1]), new WrapperShelf(_wrapper, _wrapperIds[thread])));

    public void Locked() => _crew.Run(thread =>
        Work(thread, new LockedShelf(_locked, _gate, _lockedIds[^1]), new LockedShelf(_locked, _gate, _lockedIds[thread])));

    public void Dispose()
    {
        _crew.Dispose();
        _concurrent.Dispose();
        _wrapper.Dispose();
        _locked.Dispose();
    }

    private THandle[][] Places<THandle>() =>
        [.. Enumerable.Range(0, _crew.Count).Select(_ => new THandle[_work.OwnStrings]), new THandle[_work.SharedStrings]];

    private void Work<TShelf>(int thread, TShelf shared, TShelf own)
        where TShelf : struct, IReadableShelf, allows ref struct =>
        Volatile.Write(ref _sink, _work.Run(thread, shared, own));
}
