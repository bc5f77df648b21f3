using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Reads the memory of a live process. The reader of ClrMD throws if the process has ended. The native library of the runtime
/// calls the reader, and an exception must not pass through native code: it would end this program. This reader returns a count
/// of 0 for memory that it cannot read.
/// </summary>
internal sealed class LiveTarget : IDataReader, IDisposable
{
    private readonly DataTarget _target;
    private readonly IDataReader _reader;

    private LiveTarget(DataTarget target)
    {
        _target = target;
        _reader = target.DataReader;
    }

    /// <inheritdoc/>
    public string DisplayName => _reader.DisplayName;

    /// <inheritdoc/>
    public bool IsThreadSafe => _reader.IsThreadSafe;

    /// <inheritdoc/>
    public OSPlatform TargetPlatform => _reader.TargetPlatform;

    /// <inheritdoc/>
    public Architecture Architecture => _reader.Architecture;

    /// <inheritdoc/>
    public int ProcessId => _reader.ProcessId;

    /// <inheritdoc/>
    public int PointerSize => _reader.PointerSize;

    /// <summary>Attaches to a process.</summary>
    /// <param name="process">Its id.</param>
    /// <param name="suspend">Whether to suspend the process until the target is disposed.</param>
    public static DataTarget Attach(int process, bool suspend)
    {
        Debug.Assert(NoFiles.IsPrepared, "ClrMD would create a folder.");
        var target = DataTarget.AttachToProcess(process, suspend);
        return new DataTarget(new CustomDataTarget(new LiveTarget(target)) { FileLocator = NoFiles.Instance });
    }

    /// <inheritdoc/>
    public IEnumerable<ModuleInfo> EnumerateModules() => _reader.EnumerateModules();

    /// <inheritdoc/>
    public bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context)
    {
        try
        {
            return _reader.GetThreadContext(threadID, contextFlags, context);
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> buffer)
    {
        try
        {
            return _reader.Read(address, buffer);
        }
        catch (InvalidOperationException)
        {
            return 0;
        }
    }

    /// <inheritdoc/>
    public bool Read<T>(ulong address, out T value)
        where T : unmanaged
    {
        value = default;
        Span<byte> bytes = MemoryMarshal.AsBytes(new Span<T>(ref value));
        return Read(address, bytes) == bytes.Length;
    }

    /// <inheritdoc/>
    public T Read<T>(ulong address)
        where T : unmanaged
    {
        _ = Read(address, out T value);
        return value;
    }

    /// <inheritdoc/>
    public bool ReadPointer(ulong address, out ulong value) => Read(address, out value);

    /// <inheritdoc/>
    public ulong ReadPointer(ulong address) => Read<ulong>(address);

    /// <inheritdoc/>
    public void FlushCachedData() => _reader.FlushCachedData();

    /// <summary>Resumes the process.</summary>
    public void Dispose() => _target.Dispose();
}
