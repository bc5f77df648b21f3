namespace Cenote.Collections;

/// <summary>Location and length of the numbers of one key.</summary>
/// <param name="Place">The number itself if there is only one, otherwise the index of the list's block.</param>
/// <param name="Count">The count of numbers, at least 1.</param>
internal record struct PostingList(uint Place, int Count)
{
    public static PostingList Of(int number) => new((uint)number, 1);
}
