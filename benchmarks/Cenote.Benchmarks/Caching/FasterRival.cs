using System.Diagnostics;
using System.Text;
using FASTER.core;

namespace Cenote.Benchmarks.Caching;

/// <summary>
/// FASTER as a cache: a log of 512 MiB in memory, whose oldest page is dropped when the log is full, and an index of 64 MiB.
/// Nothing is written to disk.
/// </summary>
internal sealed unsafe class FasterRival : IReadThrough
{
    /// <summary>The size of the log plus the index, in bytes.</summary>
    public const long Bytes = LogBytes + IndexBytes;

    private const long LogBytes = 512 << 20;
    private const long IndexBytes = 64 << 20;

    // Only one thread may use a session at a time.
    [ThreadStatic]
    private static ClientSession<SpanByte, SpanByte, SpanByte, SpanByteAndMemory, Empty, SpanByteFunctions<Empty>>? s_session;

    private readonly NullDevice _device = new();
    private readonly FasterKV<SpanByte, SpanByte> _store;
    private readonly SpanByteFunctions<Empty> _functions = new();

    /// <param name="copiesReads">
    /// Whether reading from the read-only part of the log copies the entry to the end of the log, so that it stays cached.
    /// </param>
    public FasterRival(bool copiesReads)
    {
        using var settings = new FasterKVSettings<SpanByte, SpanByte>
        {
            IndexSize = IndexBytes,
            LogDevice = _device,
            MemorySize = LogBytes,
            ConcurrencyControlMode = ConcurrencyControlMode.RecordIsolation,
            ReadCopyOptions = copiesReads
                ? new ReadCopyOptions(ReadCopyFrom.AllImmutable, ReadCopyTo.MainLog)
                : ReadCopyOptions.None,
        };
        _store = new FasterKV<SpanByte, SpanByte>(settings);
    }

    private ClientSession<SpanByte, SpanByte, SpanByte, SpanByteAndMemory, Empty, SpanByteFunctions<Empty>> Session =>
        s_session ??= _store.For(_functions).NewSession<SpanByteFunctions<Empty>>();

    public bool TryGet(ReadOnlySpan<char> key, Span<byte> destination)
    {
        Span<byte> bytes = stackalloc byte[CacheLoad.KeyLength];
        SpanByte name = Encode(key, bytes);
        fixed (byte* start = destination)
        {
            var output = new SpanByteAndMemory(start, destination.Length);
            Status status = Session.Read(ref name, ref output);
            Debug.Assert(!status.IsPending, "An entry that is no longer in memory is gone.");
            return status.Found;
        }
    }

    public void Set(ReadOnlySpan<char> key, ReadOnlySpan<byte> value)
    {
        Span<byte> bytes = stackalloc byte[CacheLoad.KeyLength];
        SpanByte name = Encode(key, bytes);
        fixed (byte* start = value)
        {
            var content = SpanByte.FromPointer((byte*)start, value.Length);
            Session.Upsert(ref name, ref content);
        }
    }

    /// <summary>Disposes the calling thread's session and the store, which ends the sessions of other threads.</summary>
    public void Dispose()
    {
        s_session?.Dispose();
        s_session = null;
        _store.Dispose();
        _device.Dispose();
    }

    // UTF-8 takes less log space and hashing time than UTF-16. The bytes are on the stack, so the GC does not move them.
    private static SpanByte Encode(ReadOnlySpan<char> key, Span<byte> bytes) =>
        SpanByte.FromFixedSpan(bytes[..Encoding.UTF8.GetBytes(key, bytes)]);
}
