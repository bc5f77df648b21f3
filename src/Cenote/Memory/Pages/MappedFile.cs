using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Pages;

/// <summary>
/// A memory-mapped file, read only, shared with other processes. Like an <see cref="AddressSpace"/>, it is not unmapped while it
/// is reachable: after its collection its addresses are quarantined, still mapped.
/// </summary>
/// <remarks>
/// Replacing the file by renaming another one over it does not affect existing mappings. Truncating it in place does: reading the
/// removed part crashes the process.
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

    /// <summary>Maps a file from its start; null if the system refuses. The file may be closed afterwards.</summary>
    public static MappedFile? TryMap(PageSource pages, SafeFileHandle file, nuint bytes)
    {
        var holding = new MemoryHolding(pages);
        return holding.TryMapFile(file, bytes) is { } range ? new MappedFile(holding, range.Address) : null;
    }

    /// <summary>Records that from now on only current readers keep the file mapped.</summary>
    public void Retire() => _holding.AwaitCollection();
}
