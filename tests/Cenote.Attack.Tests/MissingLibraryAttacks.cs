using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Hash-flooding keys, in a process that must not load a library that may be missing.</summary>
public sealed class MissingLibraryAttacks : AttackTests
{
    [Attack]
    internal static void Keys_flood_collections_where_there_may_be_no_cryptography()
    {
        using var pool = new Utf8StringPool();
        var set = new HashSet<PooledUtf8String>(PooledUtf8Comparer.FloodResistant) { pool.Allocate("key"u8) };
        Assert.Contains(pool.Allocate("key"u8), set);

        using var dictionary = new NativeDictionary<Colliding, int>();
        for (int i = 0; i < 2_000; i++)
        {
            dictionary.Add(new Colliding(i), i);
        }

        Assert.Equal(1_999, dictionary[new Colliding(1_999)]);
        foreach (string name in Specimens.Names)
        {
            Specimens.Make(name).Use();
        }

        if (OperatingSystem.IsLinux())
        {
            Assert.DoesNotContain(
                File.ReadLines("/proc/self/maps"),
                static line => line.Contains("libssl", StringComparison.Ordinal)
                    || line.Contains("libcrypto", StringComparison.Ordinal)
                    || line.Contains("Cryptography.Native", StringComparison.Ordinal));
        }
    }

    private readonly record struct Colliding(int Value)
    {
        public override int GetHashCode() => 1;
    }
}
