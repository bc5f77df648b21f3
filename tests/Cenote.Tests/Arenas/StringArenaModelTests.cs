using System.Diagnostics;
using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

public sealed class StringArenaModelTests(ITestOutputHelper output)
{
    private const int Steps = 8_000;

    [Theory]
    [MemberData(nameof(ArenaShapes.Names), MemberType = typeof(ArenaShapes))]
    public void An_arena_does_what_a_list_of_strings_does(string shape)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            StringArenaOptions options = ArenaShapes.Options(shape);
            bool memoryIsShort = options.MaximumBytes != long.MaxValue;
            using var arena = new StringArena(options);
            using var other = new StringArena();
            other.Add(new string('o', 5_000));
            var model = new ArenaModel(arena, other, seed, memoryIsShort);
            model.Run(Steps);
            Assert.Equal(memoryIsShort, model.Refusals > 0);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }

    [Fact]
    public void An_arena_whose_memory_is_refused_at_random_stays_as_it_was()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var pages = new FailingPageSource();
        var options = new StringArenaOptions { ReservedAddressBytes = 0, MaximumChunkBytes = 64 << 10 };
        using (var arena = new StringArena(options, pages))
        using (var other = new StringArena())
        {
            pages.Fails = _ => random.Next(3) == 0;
            var model = new ArenaModel(arena, other, seed, memoryIsShort: true);
            model.Run(Steps);
            Assert.True(model.Refusals > 0, "No memory was refused.");
        }

        Assert.Equal(0, pages.Reservations);
    }
}
