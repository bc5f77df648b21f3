using Cenote.Samples.Jabber.Storage;

namespace Cenote.Samples.Jabber.Tests.Storage;

public sealed class TextArenaTests
{
    [Fact]
    public void Places_follow_each_other_and_none_lies_across_the_end_of_a_chunk()
    {
        const int Length = 1_000;
        const int ChunkLength = 1 << 20;
        var arena = new TextArena<byte>();
        long last = -Length;
        for (int i = 0; i < 3_000; i++)
        {
            arena.Take(Length, out long place).Fill((byte)i);

            bool follows = place == last + Length;
            Assert.True(follows || place / ChunkLength > last / ChunkLength, $"{place} after {last}");
            Assert.Equal(place / ChunkLength, (place + Length - 1) / ChunkLength);
            Assert.Equal((byte)i, arena.From(place)[Length - 1]);
            last = place;
        }
    }

    [Fact]
    public void More_than_a_record_can_name_is_refused()
    {
        var arena = new TextArena<byte>();

        // Places that cross the end of a chunk are skipped, so this takes numbers and no memory.
        Assert.Throws<InvalidOperationException>(() => arena.Take(1 << 30, out _).Length);
    }
}
