using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Pages;

/// <summary>
/// A read-only memory-mapped file, shared with other processes. The file stays mapped while this object is reachable. Once the
/// object is collected, its addresses are quarantined, still mapped.
/// </summary>
/// <remarks>
/// Renaming another file over the mapped one does not affect existing mappings. Truncating the mapped file in place does: reading
/// the removed part then crashes the process.
/// </remarks>
internal sealed unsafe class MappedFile
{
    private readonly MemoryHolding _holding;

    private MappedFile(MemoryHolding holding, byte* start)
    {
        _holding = holding;
        Start = start;
    }

    ~MappedFile() => _holding?.ReleaseAfter(this);

    public byte* Start { get; }

    /// <summary>Maps a file from its start; null if that is refused. The file may be closed afterwards.</summary>
    public static MappedFile? TryMap(PageSource pages, SafeFileHandle file, nuint bytes)
    {
        var holding = new MemoryHolding(pages);
        return holding.TryMapFile(file, bytes) is { } range ? new MappedFile(holding, range.Address) : null;
    }

    /// <summary>Reports the mapping as memory pressure to the GC: only current readers still need it.</summary>
    public void Retire() => _holding.AwaitCollection();
}
