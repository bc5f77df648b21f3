using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>A heap to walk over: its layout, bytes and types.</summary>
/// <remarks>
/// A <see cref="ClrRuntime"/> is left to its finalizer, because disposing it unloads the library that its objects still call.
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

    /// <summary>The address ranges of the objects.</summary>
    public HeapLayout Layout { get; }

    /// <summary>The memory that contains the objects.</summary>
    public IHeapMemory Memory { get; }

    /// <summary>The types of the objects.</summary>
    public HeapTypes Types { get; }

    /// <summary>Whether the process uses the server GC.</summary>
    public bool IsServer { get; }

    /// <summary>The version of its runtime.</summary>
    public string Runtime { get; }

    /// <summary>The time for which the process was suspended; null for a dump that another program wrote.</summary>
    public TimeSpan? Standstill { get; private set; }

    /// <summary>Statistics of the copy; null for a dump.</summary>
    public HeapCopy? Copy { get; private set; }

    /// <summary>Opens a dump.</summary>
    /// <param name="path">The dump.</param>
    /// <param name="dac">The library that reads the runtime; null for the one in the folder of the runtime.</param>
    /// <exception cref="HeapException">The dump cannot be read.</exception>
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
                    ? $"'{path}' does not exist; name a dump, or the id of a running process: 'cenote heap ps' lists them."
                    : $"'{path}' cannot be read: {exception.Message}",
                exception);
        }

        return OpenDump(path, file, dac, standstill: null);
    }

    /// <summary>Opens a dump from a stream, and takes ownership of the stream.</summary>
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

    /// <summary>Estimates the size of the objects of a process without suspending it.</summary>
    /// <param name="process">Its id.</param>
    /// <param name="dac">The library that reads the runtime; null for the one in the folder of the runtime.</param>
    /// <exception cref="HeapException">The process cannot be inspected.</exception>
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

    /// <summary>Copies the heap of a process while it is suspended.</summary>
    /// <param name="process">
    /// The process id; not that of a child process, because the runtime of this process waits for state changes of its children.
    /// </param>
    /// <param name="dac">The library that reads the runtime; null for the one in the folder of the runtime.</param>
    /// <param name="progress">
    /// Receives what the call does until the copy starts, such as waiting for another tracer, and the completed share, always 0.
    /// </param>
    /// <param name="cancellationToken">Cancels the copy and resumes the process immediately.</param>
    /// <param name="longest">The maximum time for which the process may be suspended; null for no limit.</param>
    /// <exception cref="HeapException">The process cannot be read.</exception>
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

    /// <summary>Closes the dump or the copy.</summary>
    public void Dispose()
    {
        foreach (IDisposable owned in _owned)
        {
            owned.Dispose();
        }
    }

    // Null if the process was in the middle of a collection, which ends only after the process is resumed.
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
                $"Process {process} was stopped for {Stopwatch.GetElapsedTime(start).TotalSeconds:0.###} s; it runs again, but its heap was "
                + "only partly copied. Try again when the machine is less busy, or allow more time with --longest-standstill.");
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

        // ClrMD continues even if it can trace only some threads; the other threads would keep running.
        target.Dispose();
        throw new InvalidOperationException("another process traces some of its threads");
    }

    /// <summary>The runtime of a process, read with its debugging library.</summary>
    public static ClrRuntime RuntimeOf(DataTarget target, int process, string? dac) =>
        DacLocator.CreateRuntime(RuntimeOf(target, $"Process {process}"), dac, process);

    private static ClrInfo RuntimeOf(DataTarget target, string name) =>
        target.ClrVersions.FirstOrDefault() ?? throw HeapException.Usage($"{name} contains no .NET runtime that can be read.");

    private static ClrHeap WalkableHeap(ClrRuntime runtime) =>
        runtime.Heap is { CanWalkHeap: true } heap
            ? heap
            : throw HeapException.Failure(
                "The heap cannot be read, because the process was in the middle of a garbage collection; try again, or take another dump.");
}
