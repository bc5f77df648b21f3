using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Collections.Native;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Memory;

/// <summary>The model tests on a fake of Windows, with a low commit limit and undefined content of discarded memory.</summary>
public sealed class WindowsModelTests(ITestOutputHelper output)
{
    // The models take a percentage of these.
    private const int Steps = 15_000;

    private static readonly Dictionary<string, Action<PageSource, int>> s_models = new()
    {
        ["segmented pool"] = static (pages, seed) => Run(new SegmentedStringPoolOptions(), pages, seed),
        ["segmented pool without a reservation"] = static (pages, seed) =>
            Run(new SegmentedStringPoolOptions { ReservedAddressBytes = 0 }, pages, seed),
        ["concurrent pool"] = static (pages, seed) =>
        {
            var options = new ConcurrentStringPoolOptions();
            PoolModel.Run(new ConcurrentStringPool(options, pages), options, seed, Steps, memoryIsShort: true);
        },
        ["UTF-8 pool"] = static (pages, seed) =>
        {
            var options = new Utf8StringPoolOptions();
            Utf8PoolModel.Run(new Utf8StringPool(options, pages), options, seed, Steps, memoryIsShort: true);
        },
        ["contiguous pool"] = static (pages, seed) =>
            ContiguousPoolModel.Run(new UnmanagedStringPool(10, true, pages, TimeProvider.System), seed, Steps, memoryIsShort: true),
        ["dictionary"] = static (pages, seed) =>
            new KeyedModel<int>(new(new PooledStringDictionaryOptions(), pages), TestedValues.Int, seed, memoryIsShort: true)
            {
                Universe = 20_000,
            }.Run(2 * Steps),
        ["dictionary without a reservation"] = static (pages, seed) =>
            new KeyedModel<int>(
                new(new PooledStringDictionaryOptions { ReservedAddressBytes = 0 }, pages),
                TestedValues.Int,
                seed,
                memoryIsShort: true)
            {
                Universe = 20_000,
            }.Run(2 * Steps),
        ["native dictionary"] = static (pages, seed) =>
        {
            var dictionary = new NativeDictionary<int, Guid>(new NativeDictionaryOptions(), null, pages);
            new NativeDictionaryModel<int, Guid>(dictionary, static number => number, TestedValues.Guid, seed)
            {
                Keys = 100_000,
            }.Run(2 * Steps);
            dictionary.Dispose();
        },
        ["arena"] = static (pages, seed) =>
        {
            using var arena = new StringArena(new StringArenaOptions(), pages);
            using var other = new StringArena();
            new ArenaModel(arena, other, seed, memoryIsShort: true).Run(2 * Steps);
        },
    };

    public static TheoryData<string, DiscardedContent> Models
    {
        get
        {
            var data = new TheoryData<string, DiscardedContent>();
            foreach (string model in s_models.Keys)
            {
                Array.ForEach(Enum.GetValues<DiscardedContent>(), content => data.Add(model, content));
            }

            return data;
        }
    }

    [LongTheory]
    [MemberData(nameof(Models))]
    public void A_model_agrees(string model, DiscardedContent content)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var clock = new ManualClock();
        var cache = new RangeCache(clock, static () => 0);
        using var calls = new FakeWindowsCalls { Content = content, CommitLimit = 2 << 20 };
        var pages = new WindowsPageSource(calls, 100 << 20) { Cache = cache };

        // The second owner gets the memory of the first.
        for (int owner = 0; owner < 2; owner++)
        {
            s_models[model](pages, seed + owner);
        }

        output.WriteLine($"{calls.RefusedCommits} refusals, {calls.DiscardedBytes} bytes discarded");
        for (long releases = cache.Releases; cache.TryRelieve(ref releases);)
        {
        }

        Assert.Empty(calls.Errors);
        Assert.Equal((0, 0), (calls.Reservations, calls.CommitCharge));
    }

    private static void Run(SegmentedStringPoolOptions options, PageSource pages, int seed) =>
        PoolModel.Run(new SegmentedStringPool(options, pages), options, seed, Steps, memoryIsShort: true);
}
