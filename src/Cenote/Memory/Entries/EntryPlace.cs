namespace Cenote.Memory.Entries;

/// <summary>Where an entry is: the entry itself, and where the table has it, unless it is a stray one.</summary>
internal readonly unsafe struct EntryPlace(byte* entry, uint index, uint bucket, int way)
{
    public const int NoWay = -1;

    public readonly byte* Entry = entry;
    public readonly uint Index = index;
    public readonly uint Bucket = bucket;
    public readonly int Way = way;
}
