using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Tests.Storage;

public sealed class TextArenaTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(TextArena<byte>.ChunkLength - 1)]
    public void Places_lie_apart_and_none_across_the_end_of_a_chunk(int length)
    {
        const long ChunkLength = TextArena<byte>.ChunkLength;
        long count = Math.Min(3 * ChunkLength / length, 300_000);
        var arena = new TextArena<byte>();
        var places = new List<long>();
        for (int i = 0; i < count; i++)
        {
            Span<byte> taken = arena.Take(length, out long place);
            taken.Fill((byte)i);
            places.Add(place);

            Assert.Equal(length, taken.Length);
            Assert.Equal(place / ChunkLength, (place + length - 1) / ChunkLength);
        }

        for (int i = 0; i < count; i++)
        {
            Assert.Equal(-1, arena.From(places[i])[..length].IndexOfAnyExcept((byte)i));
        }

        places.Sort();
        for (int i = 1; i < count; i++)
        {
            Assert.True(places[i] - places[i - 1] >= length, $"{places[i]} after {places[i - 1]}");
        }

        Assert.InRange(arena.Length, count * length, (count * length) + (count * length / 100) + (8 * ChunkLength));
    }

    [Fact]
    public void Places_are_apart_when_threads_take_them_beside_each_other()
    {
        const int Threads = 4;
        const int Each = 200_000;
        var arena = new TextArena<char>();
        long[] places = new long[Threads * Each];
        Parallel.For(0, Threads, new ParallelOptions { MaxDegreeOfParallelism = Threads }, thread =>
        {
            for (int i = thread * Each; i < (thread + 1) * Each; i++)
            {
                arena.Take(Length(i), out places[i]).Fill((char)i);
            }
        });

        for (int i = 0; i < places.Length; i++)
        {
            Assert.Equal(-1, arena.From(places[i])[..Length(i)].IndexOfAnyExcept((char)i));
        }

        static int Length(int i) => 1 + (i % 23);
    }

    [Fact]
    public void More_than_a_record_can_name_is_refused_and_changes_nothing()
    {
        const int Most = TextArena<byte>.ChunkLength - 1;
        var arena = new TextArena<byte>(maximumChunks: 1);
        arena.Take(Most, out long place).Fill(7);

        for (int i = 0; i < 2; i++)
        {
            Assert.Throws<InvalidOperationException>(() => arena.Take(1, out _).Length);
            Assert.Equal(-1, arena.From(place).IndexOfAnyExcept((byte)7));
            Assert.Equal(Most, arena.Length);
        }
    }

    [Fact]
    public void An_empty_arena_has_no_text()
    {
        Assert.Equal(0, new TextArena<char>().Length);
    }
}
