using System.Runtime.ConstrainedExecution;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Pages;

/// <summary>
/// A file in memory, to be read only, shared with every other process that maps it. As with <see cref="AddressSpace"/>, nothing is
/// unmapped as long as anything can reach it: once nobody refers to the object, the addresses rest, showing the file, before they
/// are released.
/// </summary>
/// <remarks>
/// A file that is replaced, by renaming another one over it, stays what it was for those who have mapped it. One that is cut short
/// in place is not: reading what is gone ends the process.
/// </remarks>
internal sealed unsafe class MappedFile : CriticalFinalizerObject
{
    private readonly MemoryHolding _holding;

    private MappedFile(MemoryHolding holding, byte* start)
    {
        _holding = holding;
        Start = start;
    }

    ~MappedFile() => _holding?.EndAfter(this);

    public byte* Start { get; }

    /// <summary>Maps a file from its start; null if the system refuses. The file may be closed afterwards.</summary>
    public static MappedFile? TryMap(PageSource pages, SafeFileHandle file, nuint bytes)
    {
        var holding = new MemoryHolding(pages);
        return holding.TryMapFile(file, bytes) is { } range ? new MappedFile(holding, range.Address) : null;
    }

    /// <summary>Notes that only those who still read the file keep it mapped.</summary>
    public void Retire() => _holding.AwaitCollection();
}
