namespace Cenote.Memory.Entries;

/// <summary>A position in the order of the entries: run number and index.</summary>
internal struct EntryPosition
{
    public int Run;
    public uint Index;
}
