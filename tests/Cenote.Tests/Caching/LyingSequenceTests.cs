using System.Buffers;
using Cenote.Caching;

namespace Cenote.Tests.Caching;

/// <summary>Sequences whose segments have more or fewer bytes than their indexes indicate.</summary>
public sealed class LyingSequenceTests : IDisposable
{
    private readonly ByteCache _cache = new(new ByteCacheOptions { MaximumBytes = 16 << 20 });

    public void Dispose() => _cache.Dispose();

    [Theory]
    [InlineData(1, 1, 3_999)]
    [InlineData(1, 1, 2)]
    [InlineData(100, 100, 99)]
    [InlineData(100, 100, 0)]
    [InlineData(1, 1, 1L << 40)]
    public void A_sequence_of_another_length_than_it_says_is_not_stored(int first, int second, long index)
    {
        _cache.Set("key", [1, 2, 3]);
        var end = new Segment(second, index, null);
        var lying = new ReadOnlySequence<byte>(new Segment(first, 0, end), 0, end, second);

        Assert.Throws<ArgumentException>("value", () => _cache.Set("key", lying));
        Assert.Throws<ArgumentException>("value", () => _cache.Set("key"u8, lying));

        byte[] value = new byte[10];
        Assert.True(_cache.TryGet("key", value, out int length));
        Assert.Equal([1, 2, 3], value.AsSpan(0, length).ToArray());
    }

    [Fact]
    public void Memory_that_becomes_shorter_or_longer_is_not_stored()
    {
        foreach (int length in (int[])[10, 1_000])
        {
            using var manager = new ChangingMemory();
            var end = new Segment(100, 100, null);
            var start = new Segment(manager.Memory, end);
            var value = new ReadOnlySequence<byte>(start, 0, end, 100);
            manager.Length = length;
            if (length < 100)
            {
                Assert.ThrowsAny<ArgumentException>(() => _cache.Set("key", value));
                Assert.False(_cache.TryGet("key", new byte[300], out _));
            }
            else
            {
                Assert.True(_cache.Set("key", value));
                byte[] read = new byte[200];
                Assert.True(_cache.TryGet("key", read, out int stored));
                Assert.Equal(200, stored);
                Assert.All(read, static item => Assert.Equal(7, item));
            }
        }
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(int length, long index, Segment? next)
        {
            byte[] bytes = new byte[length];
            bytes.AsSpan().Fill(7);
            Memory = bytes;
            RunningIndex = index;
            Next = next;
        }

        public Segment(Memory<byte> memory, Segment next)
        {
            Memory = memory;
            Next = next;
        }
    }

    private sealed class ChangingMemory : MemoryManager<byte>
    {
        private readonly byte[] _bytes = [.. Enumerable.Repeat((byte)7, 1_000)];

        public int Length { get; set; } = 100;

        public override Span<byte> GetSpan() => _bytes.AsSpan(0, Length);

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
