using Cenote.Memory.Pages;

namespace Cenote.Tests.Memory.Pages;

public sealed class ProcessLimitsTests
{
    private const long Gibibyte = 1L << 30;
    private const string Text =
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max cpu time              unlimited            unlimited            seconds
        Max data size             1073741824           unlimited            bytes
        Max address space         68719476736          68719476736          bytes
        """;

    private long _mappings;
    private long _addresses;
    private long _data;
    private int _counts;

    [Fact]
    public void Limits_are_read_by_name()
    {
        Assert.Equal(1L << 30, ProcessLimits.LimitOf(Text, "Max data size"));
        Assert.Equal(1L << 36, ProcessLimits.LimitOf(Text, "Max address space"));
        Assert.Equal(ProcessLimits.None, ProcessLimits.LimitOf(Text, "Max cpu time"));
        Assert.Equal(ProcessLimits.None, ProcessLimits.LimitOf(Text, "Max locked memory"));
        Assert.Equal(ProcessLimits.None, ProcessLimits.LimitOf("", "Max data size"));
    }

    [Theory]
    [InlineData(65_530)]
    [InlineData(262_144)]
    public void Mappings_are_refused_well_below_the_limit_and_seldom_counted(long most)
    {
        ProcessLimits limits = Limits(mappings: most);
        while (limits.TryCountMappings())
        {
            _mappings += 2;
            Assert.InRange(_mappings, 0, most - (most / 8));
        }

        Assert.InRange(_mappings, most * 8 / 10, most);
        Assert.InRange(_counts, 1, 40);
    }

    [Fact]
    public void Mappings_of_others_count()
    {
        ProcessLimits limits = Limits(mappings: 65_530);
        _mappings = 65_000;

        Assert.False(limits.TryCountMappings());
    }

    [Fact]
    public void Released_mappings_end_a_refusal()
    {
        ProcessLimits limits = Limits(mappings: 65_530);
        _mappings = 65_000;
        Assert.False(limits.TryCountMappings());
        Assert.False(limits.TryCountMappings());
        Assert.Equal(1, _counts);

        _mappings = 1_000;
        limits.ForgetRefusal();

        Assert.True(limits.TryCountMappings());
    }

    [Fact]
    public void Mappings_that_cannot_be_counted_are_not_refused()
    {
        _mappings = -1;

        Assert.True(Limits(mappings: 65_530).TryCountMappings());
    }

    [Fact]
    public void Three_quarters_of_the_initial_addresses_and_at_most_four_GiB_are_kept_for_the_process()
    {
        _addresses = 4 * Gibibyte;
        ProcessLimits limits = Limits(addresses: 8 * Gibibyte);
        Assert.True(limits.HasAddresses((ulong)Gibibyte, isNeeded: true));
        Assert.False(limits.HasAddresses((ulong)Gibibyte + 1, isNeeded: true));
        Assert.True(limits.HasAddresses((ulong)Gibibyte / 16, isNeeded: false));
        Assert.False(limits.HasAddresses(((ulong)Gibibyte / 16) + 1, isNeeded: false));

        limits.AddReserved(Gibibyte);
        Assert.False(limits.HasAddresses(1, isNeeded: true));

        _addresses = 0;
        limits = Limits(addresses: 100 * Gibibyte);
        Assert.True(limits.HasAddresses((ulong)(96 * Gibibyte), isNeeded: true));
        Assert.False(limits.HasAddresses((ulong)(96 * Gibibyte) + 1, isNeeded: true));
    }

    [Fact]
    public void Addresses_of_others_come_out_of_their_room_and_an_eighth_of_it_stays_free()
    {
        _addresses = 4 * Gibibyte;
        ProcessLimits limits = Limits(addresses: 8 * Gibibyte);
        limits.AddReserved(Gibibyte);
        _addresses = 7 * Gibibyte;
        Assert.False(limits.HasAddresses(1, isNeeded: true));

        limits.AddReserved(-Gibibyte);
        _addresses -= Gibibyte;
        Assert.True(limits.HasAddresses((ulong)Gibibyte, isNeeded: true));

        long leastRoom = 3 * Gibibyte / 8;
        _addresses = (8 * Gibibyte) - leastRoom - 1;
        Assert.True(limits.HasAddresses(1, isNeeded: true));
        Assert.False(limits.HasAddresses(2, isNeeded: true));
    }

    [Fact]
    public void Without_a_limit_addresses_are_not_counted()
    {
        var limits = new ProcessLimits(
            65_530, ProcessLimits.None, ProcessLimits.None, ProcessLimits.None, static () => 0, Unexpected, Unexpected);

        Assert.True(limits.HasAddresses(ulong.MaxValue, isNeeded: false));
        Assert.True(limits.HasData(ulong.MaxValue));
    }

    [Theory]
    [InlineData(1 << 30, 128 << 20)]
    [InlineData(16 * Gibibyte, 256 << 20)]
    public void One_eighth_of_the_writable_memory_at_most_256_MiB_is_kept_for_the_process(long data, long reserve)
    {
        _data = 100 << 20;
        ProcessLimits limits = Limits(data: data);
        ulong left = (ulong)(data - reserve - _data);
        Assert.True(limits.HasData(left));
        Assert.False(limits.HasData(left + 1));
        _data = data;
        Assert.False(limits.HasData(0));
    }

    [Fact]
    public void The_message_of_a_refusal_names_the_limit_and_each_amount()
    {
        _data = 1_000;
        Assert.False(Limits(data: 8_000).HasData(7_000));
        Assert.Equal(
            "The memory for a key was refused: of the 8000 bytes of writable memory that the process may have (RLIMIT_DATA), "
            + "1000 are in use, 1000 are kept free for the rest of the process, and 7000 more were requested.",
            MemoryRefusal.Of("a key"));

        _mappings = 65_000;
        Assert.False(Limits().TryCountMappings());
        Assert.Contains("(vm.max_map_count), 65000 are in use, 8191", MemoryRefusal.Of("a key"), StringComparison.Ordinal);

        _addresses = 8_000;
        Assert.False(Limits(addresses: 8_001).HasAddresses(10, isNeeded: true));
        Assert.Contains("(RLIMIT_AS), 8000 are in use", MemoryRefusal.Of("a key"), StringComparison.Ordinal);

        MemoryRefusal.Forget();
        Assert.Equal("The operating system refused the memory for a key.", MemoryRefusal.Of("a key"));
    }

    private static long Unexpected() => throw new InvalidOperationException();

    private ProcessLimits Limits(
        long mappings = 65_530, long addresses = ProcessLimits.None, long data = ProcessLimits.None) => new(
        mappings, addresses, data, ProcessLimits.None, Count, () => _addresses, () => _data);

    private long Count()
    {
        _counts++;
        return _mappings;
    }
}
