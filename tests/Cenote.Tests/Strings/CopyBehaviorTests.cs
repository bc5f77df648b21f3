using System.Runtime.InteropServices;
using System.Text;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>Copies of handles, and strings created from strings of the same pool while those are moved.</summary>
public sealed class CopyBehaviorTests
{
    public static TheoryData<int, bool> Sources => new()
    {
        { 20, false }, { 20, true }, { 300, false }, { 300, true }, { 2_000, false }, { 2_000, true },
    };

    [Fact]
    public void Copies_of_a_handle_stand_for_the_same_string()
    {
        using var pool = new UnmanagedStringPool(100);
        PooledString handle = pool.Allocate("text");
        PooledString copy = handle;
        object boxed = handle;

        Assert.Equal(handle.Id, copy.Id);
        copy.Free();

        Assert.False(handle.IsAlive);
        Assert.False(((PooledString)boxed).IsAlive);
        handle.Free();
        ((PooledString)boxed).Dispose();
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public void A_copy_of_a_freed_handle_does_not_free_the_next_string()
    {
        using var pool = new UnmanagedStringPool(100);
        PooledString handle = pool.Allocate("text");
        PooledString copy = handle;
        handle.Free();
        PooledString next = pool.Allocate("next");

        copy.Free();

        Assert.Equal("next", next.ToString());
        Assert.Equal(copy.Id.Cell.Index, next.Id.Cell.Index);
    }

    [Fact]
    public void A_duplicate_lives_on_its_own()
    {
        using var pool = new UnmanagedStringPool(100);
        PooledString handle = pool.Allocate("text");

        PooledString duplicate = handle.Duplicate();
        handle.Free();

        Assert.Equal("text", duplicate.ToString());
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_text_that_moves_while_it_is_copied_is_copied_right(int length, bool widens) =>
        Check(length, widens, static (pool, source, text) => (pool.Allocate(source.AsSpan()), text));

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_part_of_a_text_that_moves_is_copied_right(int length, bool widens) =>
        Check(
            length, widens,
            static (pool, source, text) => (pool.Allocate(source.SubstringSpan(1, text.Length - 2)), text[1..^1]));

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_text_that_moves_while_it_is_duplicated_is_right(int length, bool widens) =>
        Check(length, widens, static (_, source, text) => (source.Duplicate(), text));

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_text_that_moves_while_another_is_inserted_is_right(int length, bool widens) =>
        Check(length, widens, static (_, source, text) => (source.Insert(3, "inserted"), text.Insert(3, "inserted")));

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_text_that_moves_while_it_is_inserted_into_itself_is_right(int length, bool widens) =>
        Check(length, widens, static (_, source, text) => (source.Insert(3, source.AsSpan()), text.Insert(3, text)));

    [Theory]
    [MemberData(nameof(Sources))]
    public void A_text_that_moves_while_parts_are_replaced_is_right(int length, bool widens) =>
        Check(
            length,
            widens,
            static (_, source, text) =>
                (
                    source.Replace(
                        source.SubstringSpan(2, 1), source.SubstringSpan(4, 3)), text.Replace(text.Substring(2, 1),
                        text.Substring(4, 3), StringComparison.Ordinal)));

    [Theory]
    [MemberData(nameof(Sources))]
    public void Bytes_that_move_while_they_are_decoded_are_right(int length, bool widens) =>
        Check(length, widens, static (pool, source, text) =>
        {
            byte[] bytes = MemoryMarshal.AsBytes(text.AsSpan()).ToArray();
            return (pool.Allocate(MemoryMarshal.AsBytes(source.AsSpan())), Encoding.UTF8.GetString(bytes));
        });

    // The end of the block is too short for the new string, so the source must move: to a larger block, or towards the freed
    // space before it.
    private static void Check(
        int length, bool widens, Func<UnmanagedStringPool, PooledString, string, (PooledString Made, string Expected)> make)
    {
        string text = string.Concat(Enumerable.Range(0, length).Select(static number => (char)(' ' + (number * 31 % 89))));
        int capacity = 8 * (length + 8);
        using var pool = new UnmanagedStringPool(capacity, allowGrowth: false);
        PooledString gap = pool.Allocate(new string('g', (widens ? 1 : 5) * length));
        PooledString source = pool.Allocate(text);
        PooledString rest = pool.Allocate(new string('r', pool.EndBlockSizeChars - 3));
        string restText = rest.ToString();
        if (widens)
        {
            pool.AllowGrowth = true;
        }
        else
        {
            gap.Free();
        }

        (PooledString made, string expected) = make(pool, source, text);

        Assert.Equal(expected, made.ToString());
        Assert.Equal(text, source.ToString());
        Assert.Equal(restText, rest.ToString());
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(widens, pool.FreeSpaceChars > capacity);
    }
}
