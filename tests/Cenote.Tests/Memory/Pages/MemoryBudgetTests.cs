using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

public sealed class MemoryBudgetTests : IDisposable
{
    private const long Mebibyte = 1 << 20;
    private const long Limit = 4_000 * Mebibyte;

    private readonly string _root = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_narrowest_limit_of_nested_groups_of_the_first_version_is_found()
    {
        WriteFirstVersion(inner: 400 * Mebibyte, outer: 800 * Mebibyte, usage: 100 * Mebibyte);
        var memory = new LinuxMemory(_root);
        Assert.Equal(400UL * (ulong)Mebibyte, memory.Bytes);
        Assert.True(memory.TryReadAvailable(out ulong available));
        Assert.Equal(330UL * (ulong)Mebibyte, available);
    }

    [Fact]
    public void A_fuller_outer_group_is_the_limit()
    {
        WriteFirstVersion(inner: 400 * Mebibyte, outer: 800 * Mebibyte, usage: 100 * Mebibyte);
        Write("groups/memory/a/memory.usage_in_bytes", 750 * Mebibyte);
        Assert.True(new LinuxMemory(_root).TryReadAvailable(out ulong available));
        Assert.Equal(50UL * (ulong)Mebibyte, available);
    }

    [Fact]
    public void The_limit_of_the_second_version_is_found_within_a_namespace()
    {
        WriteMachine();
        Write("proc/self/cgroup", "0::/\n");
        Write("proc/self/mountinfo", "31 23 0:24 / /unified rw shared:9 - cgroup2 cgroup rw\n");
        Write("unified/memory.max", 419430400);
        Write("unified/memory.current", 19430400);
        Write("unified/memory.stat", "anon 1\ninactive_file 30\nactive_file 12\n");
        var memory = new LinuxMemory(_root);
        Assert.Equal(419430400UL, memory.Bytes);
        Assert.True(memory.TryReadAvailable(out ulong available));
        Assert.Equal(400000042UL, available);
    }

    [Fact]
    public void Without_a_limit_the_memory_of_the_machine_counts()
    {
        WriteMachine();
        Write("proc/self/cgroup", "0::/\n");
        Write("proc/self/mountinfo", "31 23 0:24 / /unified rw - cgroup2 cgroup rw\n");
        Write("unified/memory.max", "max\n");
        var memory = new LinuxMemory(_root);
        Assert.Equal(24_000_000UL << 10, memory.Bytes);
        Assert.True(memory.TryReadAvailable(out ulong available));
        Assert.Equal(20_000_100UL << 10, available);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\0\0\0")]
    [InlineData("4:memory\n - - -\nMemTotal:\n")]
    [InlineData("0::/../..\n4:memory:/..\nMemTotal: many kB")]
    public void Unreadable_limits_are_unknown(string text)
    {
        foreach (string file in (string[])["proc/meminfo", "proc/self/cgroup", "proc/self/mountinfo"])
        {
            Write(file, text);
        }

        var memory = new LinuxMemory(_root);
        Assert.Equal(ulong.MaxValue, memory.Bytes);
        Assert.False(memory.TryReadAvailable(out _));
        Assert.InRange(new MachineMemory(memory).Bytes, 1UL, ulong.MaxValue);
    }

    [Fact]
    public void Folders_in_place_of_files_are_unknown()
    {
        Directory.CreateDirectory(Path.Join(_root, "proc/meminfo"));
        Directory.CreateDirectory(Path.Join(_root, "proc/self/cgroup"));
        Assert.Equal(ulong.MaxValue, new LinuxMemory(_root).Bytes);
    }

    [Fact]
    public void Owners_together_stay_below_the_limit_and_returned_memory_is_available_again()
    {
        MemoryBudget budget = Budget(usage: 0);
        long taken = 0;
        while (budget.TryCharge(64 * Mebibyte))
        {
            taken += 64 * Mebibyte;
        }

        Assert.InRange(taken, Limit / 2, Limit - (256 * Mebibyte));
        Assert.False(budget.HasAvailable(512 * Mebibyte));
        budget.Uncharge(taken);
        Assert.True(budget.TryCharge(512 * Mebibyte));
    }

    [Fact]
    public void Memory_used_by_others_reduces_the_budget()
    {
        MemoryBudget budget = Budget(usage: Limit - (100 * Mebibyte));
        Assert.True(budget.TryCharge(MemoryBudget.FirstCredit));
        Assert.False(budget.TryCharge(64 << 10));
        Write("groups/memory/a/b/memory.usage_in_bytes", 0);
        budget.Uncharge(0);
        Assert.True(budget.TryCharge(64 << 10));
    }

    [Fact]
    public void A_pool_throws_when_the_budget_refuses_and_returns_memory_when_disposed()
    {
        MemoryBudget budget = Budget(usage: Limit - (100 * Mebibyte));
        var pages = new FailingPageSource { Budget = budget };
        using (var pool = new SegmentedStringPool(new SegmentedStringPoolOptions(), pages))
        {
            string text = new('x', 100_000);
            int count = 0;
            while (pool.TryAllocate(text, out _))
            {
                count++;
            }

            Assert.InRange(count, 5, 30);
            string message = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(text)).Message;
            Assert.Contains($"of the {Limit} bytes of memory that this machine or container has", message, StringComparison.Ordinal);
            Assert.Contains($"{256 * Mebibyte} are kept free", message, StringComparison.Ordinal);
        }

        Write("groups/memory/a/b/memory.usage_in_bytes", 0);
        Assert.True(budget.HasAvailable(Limit / 2));
    }

    private MemoryBudget Budget(long usage)
    {
        WriteFirstVersion(inner: Limit, outer: 2 * Limit, usage);
        Write("groups/memory/a/b/memory.stat", "");
        var memory = new LinuxMemory(_root);
        return new MemoryBudget(new Lazy<MachineMemory>(() => new MachineMemory(memory)));
    }

    private void WriteFirstVersion(long inner, long outer, long usage)
    {
        WriteMachine();
        Write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/root/a/b\n0::/\n");
        Write("proc/self/mountinfo", "30 23 0:1 / / rw - ext4 disk rw\n35 31 0:32 /root /groups/memory rw - cgroup cgroup rw,memory\n");
        Write("groups/memory/memory.limit_in_bytes", 9223372036854771712);
        Write("groups/memory/a/memory.limit_in_bytes", outer);
        Write("groups/memory/a/memory.usage_in_bytes", usage);
        Write("groups/memory/a/b/memory.limit_in_bytes", inner);
        Write("groups/memory/a/b/memory.usage_in_bytes", usage);
        Write("groups/memory/a/b/memory.stat", $"inactive_file 1\ntotal_inactive_file {20 * Mebibyte}\ntotal_active_file {10 * Mebibyte}\n");
    }

    private void WriteMachine() =>
        Write("proc/meminfo", "MemTotal:       24000000 kB\nMemAvailable:   20000000 kB\nSwapFree:            100 kB\n");

    private void Write(string file, object text)
    {
        string path = Path.Join(_root, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        using var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite);
        stream.Write(System.Text.Encoding.ASCII.GetBytes(FormattableString.Invariant($"{text}")));
    }
}
