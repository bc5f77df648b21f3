using Cenote.Tool.Sections.Keys;

namespace Cenote.Tool.Tests.Sections.Keys;

public class EntryChecksumTests
{
    [Fact]
    public void The_order_in_which_entries_are_read_makes_no_difference()
    {
        Assert.Equal(Of(("a", 0), ("b", 1), ("", 2)), Of(("", 2), ("a", 0), ("b", 1)));
    }

    [Fact]
    public void Another_key_another_value_and_another_number_of_entries_make_one()
    {
        ulong[] checksums =
        [
            Of(("a", 0), ("b", 1)),
            Of(("a", 1), ("b", 0)),
            Of(("a", 0), ("c", 1)),
            Of(("a", 0), ("b\0", 1)),
            Of(("a", 0)),
            Of(("a", 0), ("b", 1), ("c", 2)),
        ];

        Assert.Equal(checksums.Length, checksums.Distinct().Count());
    }

    private static ulong Of(params (string Key, int Value)[] entries)
    {
        var checksum = new EntryChecksum(entries.Length);
        foreach ((string key, int value) in entries)
        {
            checksum.Read(key, value);
        }

        return checksum.Value;
    }
}
