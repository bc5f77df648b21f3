using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>A heap that can be walked over: its layout, its bytes and its types.</summary>
/// <remarks>
/// A <see cref="ClrRuntime"/> is left to the finalizer: disposed by hand, it unloads the library that objects of its own still call.
/// </remarks>
internal sealed class HeapSource : IDisposable
{
    private const int MaxAttempts = 5;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(200);

    private readonly IReadOnlyList<IDisposable> _owned;

    static HeapSource() => NoFiles.Prepare();

    private HeapSource(ClrHeap heap, HeapLayout layout, IHeapMemory memory, HeapTypes types, params IReadOnlyList<IDisposable> owned)
    {
        Layout = layout;
        Memory = memory;
        Types = types;
        IsServer = heap.IsServer;
        ClrInfo clr = heap.Runtime.ClrInfo;
        Runtime = clr.Version is { Major: > 0 } version
            ? version.ToString(3)
            : Path.GetFileName(Path.GetDirectoryName(clr.ModuleInfo.FileName)) ?? "?";
        _owned = owned;
    }

    /// <summary>Where the objects are.</summary>
    public HeapLayout Layout { get; }

    /// <summary>The objects.</summary>
    public IHeapMemory Memory { get; }

    /// <summary>Their types.</summary>
    public HeapTypes Types { get; }

    /// <summary>Whether the process ran with the server collector.</summary>
    public bool IsServer { get; }

    /// <summary>The version of its runtime.</summary>
    public string Runtime { get; }

    /// <summary>How long the process stood still; null if this is a dump that somebody else made.</summary>
    public TimeSpan? Standstill { get; private set; }

    /// <summary>What was copied in that time; null for a dump.</summary>
    public HeapCopy? Copy { get; private set; }

    /// <summary>Opens a dump.</summary>
    /// <param name="path">The dump.</param>
    /// <param name="dac">The library that reads the runtime; null for the one beside it.</param>
    /// <exception cref="HeapException">It cannot be read.</exception>
    public static HeapSource OpenDump(string path, string? dac)
    {
        if (Directory.Exists(path))
        {
            throw HeapException.Usage($"'{path}' is a directory; name a dump in it.");
        }

        FileStream file;
        try
        {
            file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw HeapException.Usage(
                exception is FileNotFoundException or DirectoryNotFoundException
                    ? $"'{path}' does not exist; name the dump of a process, or the id of one that runs: 'cenote heap ps' lists them."
                    : $"'{path}' cannot be read: {exception.Message}",
                exception);
        }

        return OpenDump(path, file, dac, standstill: null);
    }

    /// <summary>Opens a dump that is open as a file, and closes it in the end.</summary>
    public static HeapSource OpenDump(string path, FileStream file, string? dac, TimeSpan? standstill)
    {
        DataTarget? target = null;
        try
        {
            DumpFile.Check(path, file);
            file.Position = 0;
            IDataReader dump = DataTarget.LoadDump(path, file, new CacheOptions(), leaveOpen: true).DataReader;
            target = new DataTarget(new CustomDataTarget(dump) { FileLocator = NoFiles.Instance });
            ClrRuntime runtime = DacLocator.CreateRuntime(RuntimeOf(target, $"'{path}'"), dac, ofProcess: null);
            ClrHeap heap = WalkableHeap(runtime);
            var types = new HeapTypes(heap);
            HeapRehearsal.Try(stopping => StaticFields.Find(runtime, types, stopping), CancellationToken.None);
            return new HeapSource(heap, HeapLayout.Of(heap), new TargetMemory(target.DataReader), types, target, file)
            {
                Standstill = standstill,
            };
        }
        catch (Exception exception)
        {
            target?.Dispose();
            file.Dispose();
            if (exception is HeapException or OutOfMemoryException)
            {
                throw;
            }

            throw HeapException.Usage($"'{path}' cannot be read as a dump: {exception.Message}", exception);
        }
    }

    /// <summary>How many bytes the objects of a process have at most, without stopping it.</summary>
    /// <param name="process">Its id.</param>
    /// <param name="dac">The library that reads the runtime; null for the one beside it.</param>
    /// <exception cref="HeapException">It cannot be looked at.</exception>
    public static long SizeOf(int process, string? dac)
    {
        HeapProcesses.Require(process);
        try
        {
            using DataTarget target = LiveTarget.Attach(process, suspend: false);
            return HeapRehearsal.SizeOf(RuntimeOf(target, process, dac).Heap, process);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw HeapProcesses.Explain(process, exception);
        }
    }

    /// <summary>Copies the heap of a process while it stands still.</summary>
    /// <param name="process">Its id; not that of a child of this process, whose changes of state the runtime collects itself.</param>
    /// <param name="dac">The library that reads the runtime; null for the one beside it.</param>
    /// <param name="progress">Told what goes on before, and who is waited for.</param>
    /// <param name="cancellationToken">Lets the process go on at once.</param>
    /// <param name="longest">How long the process may stand still; null for as long as it takes.</param>
    /// <exception cref="HeapException">It cannot be read.</exception>
    public static HeapSource Attach(
        int process, string? dac, Action<string, double> progress, CancellationToken cancellationToken, TimeSpan? longest = null)
    {
        HeapProcesses.Require(process);
        CopiedMemory? copy = null;
        try
        {
            (long bytes, HeapTypes types) = HeapRehearsal.Run(process, dac, cancellationToken);
            copy = new CopiedMemory();
            copy.MakeRoom(bytes, progress, cancellationToken);
            for (int attempt = 1; ; attempt++)
            {
                bool isLast = attempt == MaxAttempts;
                if (UrgentThread.Run(() => TryCopy(process, dac, copy, types, isLast, longest, progress, cancellationToken)) is { } source)
                {
                    return source;
                }

                cancellationToken.WaitHandle.WaitOne(s_pause);
            }
        }
        catch (Exception exception)
        {
            copy?.Dispose();
            if (exception is OperationCanceledException or OutOfMemoryException)
            {
                throw;
            }

            throw HeapProcesses.Explain(process, exception);
        }
    }

    /// <summary>Closes dump or copy.</summary>
    public void Dispose()
    {
        foreach (IDisposable owned in _owned)
        {
            owned.Dispose();
        }
    }

    // Null if the process was in the middle of a collection, which it ends when it goes on.
    private static HeapSource? TryCopy(
        int process,
        string? dac,
        CopiedMemory copy,
        HeapTypes types,
        bool isLast,
        TimeSpan? longest,
        Action<string, double> progress,
        CancellationToken cancellationToken)
    {
        (DataTarget target, long start) = Tracers.Outwait(process, () => Suspend(process), progress, cancellationToken);
        using (target)
        {
            ClrRuntime runtime = RuntimeOf(target, process, dac);
            if (!runtime.Heap.CanWalkHeap && !isLast)
            {
                return null;
            }

            ClrHeap heap = WalkableHeap(runtime);
            var layout = HeapLayout.Of(heap);
            types.StandStill(heap);
            copy.Begin(layout);
            long copying = Stopwatch.GetTimestamp();
            (long bytes, bool isIncomplete) = CopyInTime(
                process,
                start,
                longest,
                new TargetMemory(target.DataReader),
                (memory, stopping) => HeapCopier.Copy(layout, memory, copy, types, stopping),
                cancellationToken);
            var source = new HeapSource(heap, layout, copy, types, copy)
            {
                Copy = new HeapCopy(Stopwatch.GetElapsedTime(copying), bytes),
            };
            target.Dispose();
            source.Standstill = Stopwatch.GetElapsedTime(start);
            return isIncomplete && HeapProcesses.HasEnded(process) ? throw HeapProcesses.Ended(process) : source;
        }
    }

    private static T CopyInTime<T>(
        int process,
        long start,
        TimeSpan? longest,
        IHeapMemory memory,
        Func<IHeapMemory, CancellationToken, T> copy,
        CancellationToken cancellationToken)
    {
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            return copy(longest is { } limit ? new TimedMemory(memory, start, limit, stopping) : memory, stopping.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw HeapException.Failure(
                $"Process {process} stood still for {Stopwatch.GetElapsedTime(start).TotalSeconds:0.###} s and goes on; its heap was not copied to the end. "
                + "Try again when the machine is less busy, or allow more time by --longest-standstill.");
        }
    }

    private static (DataTarget Target, long Start) Suspend(int process)
    {
        long start = Stopwatch.GetTimestamp();
        DataTarget target = LiveTarget.Attach(process, suspend: true);
        if (Tracers.Of(process) == 0)
        {
            return (target, start);
        }

        // ClrMD is content with those threads that it gets: the others would go on.
        target.Dispose();
        throw new InvalidOperationException("another process traces some of its threads");
    }

    /// <summary>The runtime of a process, as its library for debuggers shows it.</summary>
    public static ClrRuntime RuntimeOf(DataTarget target, int process, string? dac) =>
        DacLocator.CreateRuntime(RuntimeOf(target, $"Process {process}"), dac, process);

    private static ClrInfo RuntimeOf(DataTarget target, string name) =>
        target.ClrVersions.FirstOrDefault() ?? throw HeapException.Usage($"{name} has no .NET runtime in it that could be read.");

    private static ClrHeap WalkableHeap(ClrRuntime runtime) =>
        runtime.Heap is { CanWalkHeap: true } heap
            ? heap
            : throw HeapException.Failure(
                "The process was in the middle of a collection, when its heap cannot be read; try again, or take another dump.");
}
