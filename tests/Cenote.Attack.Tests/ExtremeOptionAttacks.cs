using System.Reflection;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>
/// Options and sizes at and beyond their limits: calls succeed or throw a documented exception. An exception about options names
/// an option in its message, unless memory ran out.
/// </summary>
public sealed class ExtremeOptionAttacks : AttackTests
{
    /// <summary>An address space in MiB that is too small for a capacity of int.MaxValue, which is therefore rejected before its
    /// memory is touched.</summary>
    private const int Addresses = 4 << 10;

    /// <summary>The value of <c>MaximumBytes</c>, for option types that have it.</summary>
    private const long MaximumBytes = 64 << 20;

    private static readonly long[] s_extremes =
        [long.MinValue, int.MinValue, -1, 0, 1, 2, 65_535, 65_536, 1 << 20, 1 << 30, int.MaxValue, uint.MaxValue, long.MaxValue];

    [Attack]
    internal static void Options_of_a_segmented_pool() =>
        Sweep<SegmentedStringPoolOptions>(static options => Use(new SegmentedStringPool(options)));

    [Attack]
    internal static void Options_of_a_concurrent_pool() =>
        Sweep<ConcurrentStringPoolOptions>(static options => Use(new ConcurrentStringPool(options)));

    [Attack]
    internal static void Options_of_a_utf8_pool() => Sweep<Utf8StringPoolOptions>(static options =>
    {
        using var pool = new Utf8StringPool(options);
        PooledUtf8String text = pool.Allocate(Specimens.Text(4));
        Assert.Equal(Specimens.Text(4), text.ToString());
        text.Free();
    });

    [Attack]
    internal static void Options_of_an_arena() => Sweep<StringArenaOptions>(static options =>
    {
        using var arena = new StringArena(options);
        Assert.Equal(Specimens.Text(4), arena.Add(Specimens.Text(4)).ToString());
    });

    [Attack]
    internal static void Options_of_a_list_of_an_arena() => Sweep<StringArenaOptions>(static options =>
    {
        using var list = new StringArenaList(options);
        list.Add(Specimens.Text(4));
        Assert.Equal(Specimens.Text(4), list.AsSpan(0).ToString());
    });

    [Attack]
    internal static void Options_of_a_dictionary() => Sweep<PooledStringDictionaryOptions>(static options =>
    {
        using var dictionary = new PooledStringDictionary<int>(options);
        dictionary["key"] = 1;
        Assert.Equal(1, dictionary["key"]);
    });

    [Attack]
    internal static void Options_of_a_concurrent_dictionary()
    {
        Sweep<PooledStringDictionaryOptions>(static options =>
        {
            using var dictionary = new ConcurrentPooledStringDictionary<int>(options);
            dictionary["key"] = 1;
            Assert.Equal(1, dictionary["key"]);
        });
        foreach (long level in s_extremes.Where(static level => level is >= int.MinValue and <= int.MaxValue))
        {
            Allowed.Try(() => new ConcurrentPooledStringDictionary<int>(concurrencyLevel: (int)level).Dispose());
        }
    }

    [Attack(AddressSpaceMebibytes = Addresses)]
    internal static void Options_of_a_table() => Sweep<StringTableOptions>(static options =>
    {
        using var table = new StringTable(options);
        if (table.TryGetOrAdd("text", out int id))
        {
            Assert.Equal("text", table.AsSpan(id).ToString());
        }
    });

    [Attack(AddressSpaceMebibytes = Addresses)]
    internal static void Options_of_an_arena_of_UTF_8() => Sweep<Utf8StringStoreOptions>(static options =>
    {
        using var arena = new Utf8StringStore(options);
        if (arena.TryAdd("text"u8, out long id))
        {
            Assert.Equal("text", arena.GetString(id));
            Assert.True(arena.TryRemove(id));
        }
    });

    [Attack(AddressSpaceMebibytes = Addresses)]
    internal static void Options_of_an_interner() =>
        Sweep<StringInternerOptions>(static options => Use(new StringInterner(options).Intern));

    [Attack(AddressSpaceMebibytes = Addresses)]
    internal static void Options_of_a_bounded_interner() =>
        Sweep<BoundedStringInternerOptions>(static options => Use(new BoundedStringInterner(options).Intern));

    [Attack(AddressSpaceMebibytes = Addresses)]
    internal static void Options_of_a_weak_interner() =>
        Sweep<WeakStringInternerOptions>(static options => Use(new WeakStringInterner(options).Intern));

    [Attack]
    internal static void Options_of_an_object_pool()
    {
        long before = GC.GetTotalAllocatedBytes();
        foreach (long size in s_extremes.Where(static size => size is >= int.MinValue and <= int.MaxValue))
        {
            foreach (bool disposes in (bool[])[false, true])
            {
                Allowed.Try(() =>
                {
                    using var pool = new ObjectPool<object>(static () => new object(), cleanup: null, (int)size, disposes);
                    object[] items = [pool.Allocate(), pool.Allocate(), pool.Allocate()];
                    Array.ForEach(items, pool.Free);
                    Assert.InRange(pool.GetStatistics().Retained, 0, 3);
                });
            }
        }

        // The size is only a limit: unused capacity allocates nothing.
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, 256 << 20);
    }

    [Attack]
    internal static void Lengths_of_texts_and_reserves()
    {
        using var segmented = new SegmentedStringPool(new() { MaximumBytes = 8 << 20 });
        using var contiguous = new UnmanagedStringPool(100, allowGrowth: false);
        using var utf8 = new Utf8StringPool(new() { MaximumBytes = 8 << 20 });
        using var concurrent = new ConcurrentStringPool(new() { MaximumBytes = 8 << 20 });
        foreach (long extreme in s_extremes.Where(static size => size is >= int.MinValue and <= int.MaxValue))
        {
            int length = (int)extreme;
            Allowed.Try(() => segmented.Create(length, 0, static (span, _) => span.Clear()).Free());
            Allowed.Try(() => concurrent.Create(length, 0, static (span, _) => span.Clear()).Free());
            Allowed.Try(() => contiguous.Create(length, 0, static (span, _) => span.Clear()).Free());
            Allowed.Try(() => utf8.Create(length, 0, static (span, _) => span.Clear()).Free());
            Allowed.Try(() => segmented.Reserve(length));
            Allowed.Try(() => segmented.ReserveLarge(length));
            Allowed.Try(() => segmented.ReserveSmall(length));
            Allowed.Try(() => utf8.Reserve(length));
            Allowed.Try(() => contiguous.Reserve(length));
            Allowed.Try(() => contiguous.DefragmentAndGrowPool(length));
            Allowed.Try(() => new UnmanagedStringPool(length).Dispose());
            Assert.Equal("works", segmented.Allocate("works").ToString());
            Assert.Equal("works", concurrent.Allocate("works").ToString());
            Assert.Equal("works", utf8.Allocate("works").ToString());
            contiguous.Clear();
            Assert.Equal("works", contiguous.Allocate("works").ToString());
            segmented.Trim();
            utf8.Trim();
        }
    }

    [Attack]
    internal static void Positions_within_handles()
    {
        using var segmented = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(100);
        using var utf8 = new Utf8StringPool();
        PooledStringRef one = segmented.Allocate("0123456789");
        PooledString two = contiguous.Allocate("0123456789");
        PooledUtf8String three = utf8.Allocate("0123456789");
        int[] positions = [int.MinValue, -1, 0, 9, 10, 11, int.MaxValue];
        foreach (int start in positions)
        {
            Assert.Equal(start is >= 0 and < 10, Allowed.Try(() => _ = one[start]));
            Assert.Equal(start is >= 0 and < 10, Allowed.Try(() => _ = two[start]));
            Assert.Equal(start is >= 0 and < 10, Allowed.Try(() => _ = three[start]));
            Assert.Equal(start is >= 0 and <= 10, Allowed.Try(() => one.Insert(start, "x").Free()));
            Assert.Equal(start is >= 0 and <= 10, Allowed.Try(() => two.Insert(start, "x").Free()));
            Assert.Equal(start is >= 0 and <= 10, Allowed.Try(() => three.Insert(start, "x"u8).Free()));
            foreach (int length in positions)
            {
                bool fits = start >= 0 && length >= 0 && (long)start + length <= 10;
                Assert.Equal(fits, Allowed.Try(() => _ = one.SubstringSpan(start, length).Length));
                Assert.Equal(fits, Allowed.Try(() => _ = two.SubstringSpan(start, length).Length));
                Assert.Equal(fits, Allowed.Try(() => _ = three.SubstringSpan(start, length).Length));
            }
        }
    }

    private static void Sweep<TOptions>(Action<TOptions> use)
        where TOptions : new()
    {
        foreach (PropertyInfo option in typeof(TOptions).GetProperties().Where(static option => option.CanWrite))
        {
            foreach (object value in Values(option.PropertyType))
            {
                TOptions options = new();
                typeof(TOptions).GetProperty(nameof(StringArenaOptions.MaximumBytes))?.SetValue(options, MaximumBytes);
                if (options is BoundedStringInternerOptions bounded)
                {
                    bounded.Capacity = 100;
                }

                Try(option, options, value, use);
            }
        }
    }

    private static void Try<TOptions>(PropertyInfo option, TOptions options, object value, Action<TOptions> use)
    {
        try
        {
            option.SetMethod!.Invoke(options, BindingFlags.DoNotWrapExceptions, binder: null, [value], culture: null);
            use(options);
        }
        catch (Exception exception)
        {
            Assert.True(Allowed.IsAnswer(exception), $"{option.Name} = {value}: {exception}");
            Assert.True(
                exception is OutOfMemoryException || Array.Exists(
                    typeof(TOptions).GetProperties(),
                    named => exception.Message.Contains(named.Name, StringComparison.OrdinalIgnoreCase)),
                $"{option.Name} = {value}: the message names no option: {exception.Message}");
        }
    }

    private static IEnumerable<object> Values(Type type) => type switch
    {
        _ when type == typeof(long) => s_extremes.Cast<object>(),
        _ when type == typeof(int) => s_extremes
            .Where(static value => value is >= int.MinValue and <= int.MaxValue)
            .Select(static value => (object)(int)value),
        _ when type == typeof(bool) => [false, true],
        { IsEnum: true } => new[] { -1, 0, 1, 2, 3, 4, 5, 6, int.MaxValue }.Select(value => Enum.ToObject(type, value)),
        _ => [],
    };

    private static void Use(StringPool pool)
    {
        using (pool)
        {
            PooledStringRef[] texts = [pool.Allocate("a text of some length"), pool.Allocate(Specimens.Text(4))];
            Assert.Equal("a text of some length", texts[0].ToString());
            Assert.Equal(Specimens.Text(4), texts[1].ToString());
            Array.ForEach(texts, static text => text.Free());
            pool.Trim();
        }
    }

    private delegate string InternText(ReadOnlySpan<char> text);

    private static void Use(InternText intern)
    {
        for (int i = 0; i < 50; i++)
        {
            Assert.Equal(Specimens.Text(i), intern(Specimens.Text(i)));
        }
    }
}
