namespace Cenote.Memory.Entries;

/// <summary>Where an entry is in the order of the entries: the number of its run, and its index.</summary>
internal struct EntryPosition
{
    public int Run;
    public uint Index;
}
