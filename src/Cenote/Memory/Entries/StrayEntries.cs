namespace Cenote.Memory.Entries;

/// <summary>
/// Linked lists of entries that found no free way in their probe sequence because too many hashes are equal. Only hash codes from
/// user code collide that much. Each entry stores the index of the next one, as in the chains of
/// <see cref="Dictionary{TKey, TValue}"/>.
/// </summary>
internal static class StrayEntries
{
    /// <summary>The link of an entry that is in the table.</summary>
    public const uint NoStray = 0;

    /// <summary>The link of the last entry of a list. No entry has this index.</summary>
    public const uint End = 1;

    private const int ListBits = 10;

    public static uint[] NewLists()
    {
        uint[] lists = new uint[1 << ListBits];
        Array.Fill(lists, End);
        return lists;
    }

    public static ref uint ListOf(uint[] lists, uint hash) => ref lists[hash >> (32 - ListBits)];
}
