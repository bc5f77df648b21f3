using System.Globalization;
using Cenote.Arenas;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory;

/// <summary>Hundreds of thousands of owners: quarantined ranges must not use up addresses, mappings or memory.</summary>
public sealed class ShortLivedOwnerTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public static TheoryData<string, int> Kinds => new()
    {
        { nameof(PooledStringDictionary<>), 100_000 },
        { nameof(SegmentedStringPool), 100_000 },
        { nameof(UnmanagedStringPool), 50_000 },
        { nameof(ConcurrentStringPool), 30_000 },
        { nameof(StringArenaList), 20_000 },
        { nameof(ByteCache), 20_000 },
        { nameof(FrozenPooledStringSet), 40_000 },
    };

    public void Dispose() => File.Delete(_file);

    [LongTheory]
    [MemberData(nameof(Kinds))]
    public void Many_short_lived_owners_keep_addresses_mappings_and_memory_bounded(string kind, int count)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        using (var saved = new PooledStringSet())
        {
            saved.Add("a text");
            saved.Save(_file);
        }

        for (int i = 0; i < count; i++)
        {
            MakeAndDispose(kind, i);
            if (i % 10_000 == 0)
            {
                Check();
            }
        }

        Check();
    }

    private static void Check()
    {
        Assert.InRange(File.ReadLines("/proc/self/maps").Count(), 1, 20_000);
        Assert.InRange(Kilobytes("VmSize"), 0, 100L << 30);
        Assert.InRange(Kilobytes("VmRSS"), 0, 2L << 20);
        Assert.InRange(Kilobytes("VmPTE"), 0, 200L << 10);
    }

    private static long Kilobytes(string name)
    {
        string line = File.ReadLines("/proc/self/status").First(line => line.StartsWith(name, StringComparison.Ordinal));
        return long.Parse(
            line.AsSpan(name.Length + 1, line.Length - name.Length - 4), NumberStyles.Integer, CultureInfo.InvariantCulture);
    }

    private void MakeAndDispose(string kind, int number)
    {
        switch (kind)
        {
            case nameof(PooledStringDictionary<>):
                using (var entries = new PooledStringDictionary<int>())
                {
                    Assert.Equal(0, entries.GetValueRefOrAddDefault("a key", out bool exists));
                    Assert.False(exists);
                    entries["a key"] = number;
                }

                break;
            case nameof(SegmentedStringPool):
                using (var pool = new SegmentedStringPool())
                {
                    Assert.Equal("a text", pool.Allocate("a text").ToString());
                }

                break;
            case nameof(UnmanagedStringPool):
                using (var pool = new UnmanagedStringPool(100))
                {
                    Assert.Equal("a text", pool.Allocate("a text").ToString());
                }

                break;
            case nameof(ConcurrentStringPool):
                using (var pool = new ConcurrentStringPool())
                {
                    Assert.Equal("a text", pool.Allocate("a text").ToString());
                }

                break;
            case nameof(ByteCache):
                using (var cache = new ByteCache())
                {
                    Assert.True(cache.Set("a key", "a value"u8));
                }

                break;
            case nameof(FrozenPooledStringSet):
                using (var texts = FrozenPooledStringSet.Open(_file))
                {
                    Assert.True(texts.Contains("a text"));
                }

                break;
            default:
                using (var list = new StringArenaList())
                {
                    list.Add("a text of more than seven chars");
                    Assert.True(list.AsSpan(0).SequenceEqual("a text of more than seven chars"));
                }

                break;
        }
    }
}
