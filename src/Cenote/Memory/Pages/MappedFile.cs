using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Pages;

/// <summary>
/// A read-only memory-mapped file, shared with other processes. Like an <see cref="AddressSpace"/>, it is not unmapped while it
/// is reachable. Once it is collected, its addresses are quarantined, still mapped.
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

    /// <summary>Maps a file from its start; null if the operating system refuses. The file may be closed afterwards.</summary>
    public static MappedFile? TryMap(PageSource pages, SafeFileHandle file, nuint bytes)
    {
        var holding = new MemoryHolding(pages);
        return holding.TryMapFile(file, bytes) is { } range ? new MappedFile(holding, range.Address) : null;
    }

    /// <summary>Records that only current readers still keep the file mapped.</summary>
    public void Retire() => _holding.AwaitCollection();
}
