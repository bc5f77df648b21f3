namespace Cenote.Memory.Entries;

/// <summary>
/// Lists of entries whose hashes are the same as those of so many others that no bucket near enough has room for them. Only hash
/// codes of the user's code can collide like that. As in a chain of <see cref="Dictionary{TKey, TValue}"/> each entry has the
/// index of the next one.
/// </summary>
internal static class StrayEntries
{
    /// <summary>The link of an entry that is in the table.</summary>
    public const uint NoStray = 0;

    /// <summary>The link of the last entry of a list: no entry has this index.</summary>
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
