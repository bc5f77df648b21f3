using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed class StringArenaOptionsTests
{
    public static TheoryData<string, Action<StringArenaOptions>> OutOfRange => new()
    {
        { nameof(StringArenaOptions.FirstChunkBytes), static options => options.FirstChunkBytes = 0 },
        {
            nameof(StringArenaOptions.FirstChunkBytes),
            static options => options.FirstChunkBytes = StringArenaOptions.MaxChunkBytes + 1
        },
        {
            nameof(StringArenaOptions.MaximumChunkBytes),
            static options => options.MaximumChunkBytes = options.FirstChunkBytes - 1
        },
        {
            nameof(StringArenaOptions.MaximumChunkBytes),
            static options => options.MaximumChunkBytes = StringArenaOptions.MaxChunkBytes + 1
        },
        { nameof(StringArenaOptions.MaximumBytes), static options => options.MaximumBytes = 0 },
        { nameof(StringArenaOptions.ReservedAddressBytes), static options => options.ReservedAddressBytes = -1 },
    };

    [Theory]
    [MemberData(nameof(OutOfRange))]
    public void An_option_out_of_its_range_is_named(string option, Action<StringArenaOptions> set)
    {
        var options = new StringArenaOptions();
        set(options);

        Refused.Option(option, () => new StringArena(options));
        Refused.Option(option, () => new StringArenaList(options));
    }

    [Fact]
    public void Options_are_needed() =>
        Assert.Equal("options", Assert.Throws<ArgumentNullException>(() => new StringArena(null!)).ParamName);

    [Fact]
    public void Options_are_read_once()
    {
        var options = new StringArenaOptions();
        using var arena = new StringArena(options);
        options.MaximumBytes = 1;

        Assert.Equal("a long text", arena.Add("a long text").ToString());
    }
}
