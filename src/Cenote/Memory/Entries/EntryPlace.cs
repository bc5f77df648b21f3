namespace Cenote.Memory.Entries;

/// <summary>An entry, and its position in the table unless it is a stray entry.</summary>
internal readonly unsafe struct EntryPlace(byte* entry, uint index, uint bucket, int way)
{
    public const int NoWay = -1;

    public readonly byte* Entry = entry;
    public readonly uint Index = index;
    public readonly uint Bucket = bucket;
    public readonly int Way = way;
}
