using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Memory;

/// <summary>
/// References and spans that outlive their owner: recent references never fault, and writes through them are discarded.
/// </summary>
public sealed class StaleReferenceTests
{
    private const MethodImplOptions Optimized = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;

    [Fact]
    public void Storing_to_a_value_whose_dictionary_was_collected_meanwhile_does_no_harm()
    {
        for (int round = 0; round < 20; round++)
        {
            StoreLate(
                round % 2 == 0
                    ? new PooledStringDictionaryOptions()
                    : new PooledStringDictionaryOptions { ReservedAddressBytes = 0 });
        }
    }

    [Theory]
    [InlineData("add")]
    [InlineData("find")]
    [InlineData("entry")]
    public void Writing_to_a_value_of_a_disposed_dictionary_reaches_no_other_owner(string way)
    {
        for (int round = 0; round < 10; round++)
        {
            var first = new PooledStringDictionary<long>();
            for (int i = 0; i < 500; i++)
            {
                first[$"a key that takes some room {i}"] = i;
            }

            ref long stale = ref ValueOf(first, way);
            Span<long> around = MemoryMarshal.CreateSpan(ref stale, 1);
            first.Dispose();
            around.Fill(0x4141_4141_4141_4141);
            (Action check, Action dispose) = MakeOthers();
            around.Fill(0x4242_4242_4242_4242);
            check();
            around.Fill(-1);
            check();
            dispose();
            Assert.Equal(-1, stale);
        }
    }

    [Fact]
    public void Writing_to_the_values_of_a_disposed_list_reaches_no_other_owner()
    {
        for (int round = 0; round < 30; round++)
        {
            var first = new StringArenaList();
            for (int i = 0; i < 5_000; i++)
            {
                first.Add("a text of more than seven chars");
            }

            Span<ArenaString> stale = first.Values;
            first.Dispose();
            (Action check, Action dispose) = MakeOthers();
            stale.Clear();
            check();
            dispose();
        }
    }

    [Fact]
    public void A_span_of_a_pool_that_was_collected_can_be_read()
    {
        ReadOnlySpan<char> stale = SpanOfForgottenPool();

        Assert.Equal(10_000, stale.Length);
        Assert.Equal(-1, stale.IndexOfAnyExcept('x', '\0'));
    }

    [Fact]
    public void A_span_of_a_large_disposed_pool_can_be_read()
    {
        // The strings take more memory than is kept warm. Depending on their length, they are in cells, in blocks or in separate
        // mappings.
        foreach (int length in (int[])[500, 100_000, 20_000_000])
        {
            var pool = new SegmentedStringPool();
            PooledStringRef last = default;
            for (int i = 0; i < 20_000_000 / length; i++)
            {
                last = pool.Allocate(new string('x', length));
            }

            ReadOnlySpan<char> stale = last.AsSpan();
            pool.Dispose();
            GC.Collect();
            Assert.Equal(length, stale.Length);
            Assert.Equal(-1, stale.IndexOfAnyExcept('x', '\0'));
        }
    }

    private static ref long ValueOf(PooledStringDictionary<long> dictionary, string way)
    {
        const string Key = "a key that takes some room 7";
        switch (way)
        {
            case "add":
                return ref dictionary.GetValueRefOrAddDefault(Key, out _);
            case "find":
                return ref dictionary.GetValueRefOrNullRef(Key);
            case "entry":
                foreach (PooledStringDictionary<long>.Entry entry in dictionary)
                {
                    return ref entry.Value;
                }

                break;
        }

        throw new ArgumentException("This way to a value is unknown.", nameof(way));
    }

    [MethodImpl(Optimized)]
    private static void StoreLate(PooledStringDictionaryOptions options)
    {
        var dictionary = new PooledStringDictionary<int>(options);
        dictionary.GetValueRefOrAddDefault("a", out _) = Compute();
    }

    [MethodImpl(Optimized)]
    private static int Compute()
    {
        for (int i = 0; i < 4; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return 1;
    }

    [MethodImpl(Optimized)]
    private static ReadOnlySpan<char> SpanOfForgottenPool()
    {
        ReadOnlySpan<char> text = new SegmentedStringPool(
            new SegmentedStringPoolOptions { ReservedAddressBytes = 0 }).Allocate(new string('x', 10_000)).AsSpan();
        Compute();
        return text;
    }

    private static (Action Check, Action Dispose) MakeOthers()
    {
        (IDisposable Owner, Action Use)[] others = [.. Owners.Kinds.Select(static kind => Owners.Make(kind, PageSource.System))];
        return (
            () => Array.ForEach(others, static other => other.Use()),
            () => Array.ForEach(others, static other => other.Owner.Dispose()));
    }
}
