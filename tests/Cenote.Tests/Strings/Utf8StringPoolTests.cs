using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8StringPoolTests : IDisposable
{
    private readonly Utf8StringPool _pool = new();
    private readonly Random _random = new(1);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Texts_of_every_length_up_to_2000_come_back_unchanged_while_all_are_live()
    {
        byte[][] texts = [.. Enumerable.Range(0, 2_001).Select(length => Utf8Texts.Ascii(_random, length))];

        PooledUtf8String[] checkedOnes = [.. texts.Select(text => _pool.Allocate(text))];
        PooledUtf8String[] trusted = [.. texts.Select(text => _pool.DangerousAllocate(text))];

        Assert.All(texts.Zip(checkedOnes), static pair => Assert.Equal(pair.First, pair.Second.AsSpan().ToArray()));
        Assert.All(texts.Zip(trusted), static pair => Assert.Equal(pair.First, pair.Second.AsSpan().ToArray()));
        Assert.Equal(4_000, _pool.ActiveAllocations);
    }

    // These lengths are near the tier threshold, 64 KiB blocks, and one or several segments of 1 MiB.
    [LongTheory]
    [InlineData(511)]
    [InlineData(512)]
    [InlineData(513)]
    [InlineData(65_527)]
    [InlineData(65_528)]
    [InlineData(65_529)]
    [InlineData(65_537)]
    [InlineData(1_048_543)]
    [InlineData(1_048_552)]
    [InlineData(1_048_560)]
    [InlineData(1_048_577)]
    [InlineData(16_777_217)]
    [InlineData(134_217_729)]
    public void Texts_around_a_threshold_come_back_unchanged(int length)
    {
        PooledUtf8String before = _pool.Allocate("before"u8);
        PooledUtf8String[] handles = [.. Enumerable.Range(0, 2).Select(seed => Create(length, (uint)seed))];
        PooledUtf8String after = _pool.Allocate("after"u8);

        Assert.All(handles, handle => Assert.Equal(length, handle.Length));
        Assert.True(Utf8Texts.IsChecked(handles[1].AsSpan(), 1));
        handles[0].Free();
        Assert.True(Utf8Texts.IsChecked(handles[1].AsSpan(), 1));
        Assert.Equal("before", before.ToString());
        Assert.Equal("after", after.ToString());
    }

    [HugeFact]
    public void The_longest_text_comes_back_unchanged()
    {
        PooledUtf8String handle = Create(Utf8StringPool.MaximumLength, 7);

        Assert.Equal(Utf8StringPool.MaximumLength, handle.Length);
        Assert.True(Utf8Texts.IsChecked(handle.AsSpan(), 7));
    }

    [HugeFact]
    public void Texts_whose_utf8_is_too_long_are_refused()
    {
        const int Count = (Utf8StringPool.MaximumLength / 3) + 1;
        byte[] invalid = GC.AllocateUninitializedArray<byte>(Count);
        invalid.AsSpan().Fill(0xff);

        Assert.Contains(
            "2147483649 "
            + "bytes", Assert.Throws<OutOfMemoryException>(() => _pool.Allocate(invalid)).Message, StringComparison.Ordinal);

        char[] chars = GC.AllocateUninitializedArray<char>(Count);
        chars.AsSpan().Fill('€');
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Allocate(chars));
        Assert.Equal("utf16", exception.ParamName);
        Assert.Contains("2147483647 bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal(2_147_483_649L, exception.ActualValue);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [HugeFact]
    public void A_surrogate_pair_is_counted_whole_wherever_a_long_text_is_cut()
    {
        char[] chars = GC.AllocateUninitializedArray<char>((1 << 28) + 1);
        chars.AsSpan().Fill('a');
        "😀".CopyTo(chars.AsSpan(^2..));

        PooledUtf8String handle = _pool.Allocate(chars);

        Assert.Equal((1 << 28) + 3, handle.Length);
        Assert.True(handle.EndsWith("a😀"u8));
    }

    [Fact]
    public void The_argument_chooses_between_utf8_and_utf16()
    {
        string text = "größer 😀";
        int number = 7;
        PooledUtf8String[] handles =
        [
            _pool.Allocate("größer 😀"u8),
            _pool.Allocate("größer 😀"),
            _pool.Allocate(text),
            _pool.Allocate(text.AsSpan()),
            _pool.Allocate(text.ToCharArray()),
            _pool.Allocate(Encoding.UTF8.GetBytes(text)),
            _pool.Allocate(Encoding.UTF8.GetBytes(text).AsSpan()),
        ];

        Assert.All(handles, handle => Assert.Equal(Encoding.UTF8.GetBytes(text), handle.AsSpan().ToArray()));
        Assert.Equal("größer 😀 7", _pool.Allocate($"{text} {number}").ToString());
        Assert.Equal("größer 😀  ß", _pool.Allocate($"{handles[0]} {handles[1].SubstringSpan(0, 0).Length:#} ß").ToString());
    }

    [Fact]
    public void The_empty_text_gives_the_empty_handle_and_counts_as_nothing()
    {
        Assert.True(_pool.Allocate(""u8).IsEmpty);
        Assert.True(_pool.Allocate("").IsEmpty);
        Assert.True(_pool.Allocate($"{""}").IsEmpty);
        Assert.True(_pool.DangerousAllocate(""u8).IsEmpty);
        Assert.Equal(PooledUtf8String.Empty.Id, _pool.Allocate(""u8).Id);
        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.True(_pool.AsSpan(default).IsEmpty);
        Assert.True(_pool.TryGetSpan(default, out _));
        Assert.True(_pool.Resolve(default).IsEmpty);
        _pool.Free(default(PooledStringId));
    }

    [Theory]
    [InlineData(new byte[] { 0xff }, "\ufffd")]
    [InlineData(new byte[] { 0x61, 0xe2, 0x82 }, "a\ufffd")]
    [InlineData(new byte[] { 0xed, 0xa0, 0x80 }, "\ufffd\ufffd\ufffd")]
    [InlineData(new byte[] { 0xf0, 0x9f, 0x98, 0x80 }, "\ud83d\ude00")]
    [InlineData(new byte[] { 0xc0, 0x80, 0x62 }, "\ufffd\ufffdb")]
    [InlineData(new byte[] { 0 }, "\0")]
    public void Known_sequences_give_known_texts(byte[] utf8, string text)
    {
        PooledUtf8String handle = _pool.Allocate(utf8);

        Assert.Equal(text, handle.ToString());
        Assert.Equal(Encoding.UTF8.GetBytes(text), handle.AsSpan().ToArray());
    }

    [Fact]
    public void Invalid_utf8_gives_what_the_encoding_gives()
    {
        byte[] buffer = new byte[400];
        for (int round = 0; round < 5_000; round++)
        {
            Span<byte> bytes = buffer.AsSpan(0, _random.Next(buffer.Length));
            Scramble(bytes);
            PooledUtf8String handle = _pool.Allocate(bytes);

            Assert.Equal(Utf8Texts.Repaired(bytes), handle.AsSpan().ToArray());
            Assert.Equal(Encoding.UTF8.GetString(bytes), handle.ToString());
            handle.Free();
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void Utf16_gives_what_the_encoding_gives()
    {
        for (int length = 0; length < 1_000; length++)
        {
            string valid = Texts.RandomValid(_random, length);
            string any = Texts.Random(_random, length);

            Assert.Equal(Encoding.UTF8.GetBytes(valid), _pool.Allocate(valid).AsSpan().ToArray());
            Assert.Equal(Encoding.UTF8.GetBytes(any), _pool.Allocate(any).AsSpan().ToArray());
        }

        string large = Texts.RandomValid(_random, 1_000_000);
        Assert.Equal(large, _pool.Allocate(large).ToString());
    }

    [Fact]
    public void What_is_allocated_dangerously_is_stored_as_it_is()
    {
        byte[] invalid = [0x61, 0xff, 0x62];

        PooledUtf8String handle = _pool.DangerousAllocate(invalid);

        Assert.Equal(invalid, handle.AsSpan().ToArray());
        Assert.Equal(invalid, handle.Duplicate().AsSpan().ToArray());
        Assert.Equal("a\ufffdb", handle.ToString());
        Assert.True(handle.Equals("a\ufffdb"));
        Assert.Equal("a\ufffdbc", handle.Insert(3, "c"u8).ToString());
    }

    [Theory]
    [InlineData(5)]
    [InlineData(256)]
    [InlineData(400)]
    [InlineData(80_000)]
    [InlineData(2_000_000)]
    public void Reading_a_freed_handle_throws(int length)
    {
        PooledUtf8String handle = Create(length, 1);
        PooledStringId id = handle.Id;

        handle.Free();

        Assert.False(handle.IsAlive);
        Assert.Contains(
            "stale", Assert.Throws<InvalidOperationException>(() => handle.AsSpan().Length).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => handle.Length);
        Assert.Throws<InvalidOperationException>(() => handle[0]);
        Assert.Throws<InvalidOperationException>(() => handle.SubstringSpan(0, 1).Length);
        Assert.Throws<InvalidOperationException>(() => handle.IndexOf("a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.LastIndexOf("a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.Contains("a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.StartsWith("a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.EndsWith("a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.TryFormat(new char[length], out _));
        Assert.Throws<InvalidOperationException>(() => handle.TryFormat(new byte[length], out _));
        Assert.Throws<InvalidOperationException>(() => handle.Duplicate());
        Assert.Throws<InvalidOperationException>(() => handle.Insert(0, "a"u8));
        Assert.Throws<InvalidOperationException>(() => handle.Replace("a"u8, "b"u8));
        Assert.Throws<InvalidOperationException>(() => _pool.AsSpan(id).Length);
        Assert.False(_pool.TryGetSpan(id, out _));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(400)]
    [InlineData(2_000_000)]
    public void Freeing_twice_does_nothing(int length)
    {
        PooledUtf8String handle = Create(length, 1);
        PooledUtf8String copy = handle;
        handle.Free();
        PooledUtf8String heir = Create(length, 2);

        handle.Free();
        copy.Dispose();
        _pool.Free(handle.Id);

        Assert.Equal(1, _pool.ActiveAllocations);
        Assert.True(Utf8Texts.IsChecked(Create(length, 3).AsSpan(), 3));
        Assert.True(Utf8Texts.IsChecked(heir.AsSpan(), 2));
    }

    [Theory]
    [InlineData(20)]
    [InlineData(300)]
    public void Stale_handles_read_nothing_after_clear_and_refill(int length)
    {
        var stale = new List<PooledUtf8String>();
        for (int round = 0; round < 4; round++)
        {
            PooledUtf8String[] handles = [.. Enumerable.Range(0, 500).Select(number => Create(length, (uint)number))];

            Assert.All(stale, static handle => Assert.False(handle.IsAlive || handle.TryGetSpan(out _)));
            stale.ForEach(static handle => handle.Free());
            Assert.Equal(500, _pool.ActiveAllocations);
            Assert.All(handles, static (handle, number) => Assert.True(Utf8Texts.IsChecked(handle.AsSpan(), (uint)number)));

            _pool.Clear();
            _pool.Trim();
            stale.AddRange(handles);
        }
    }

    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    public void Ids_of_another_pool_are_refused(int length)
    {
        using var other = new Utf8StringPool();
        PooledStringId[] ids = [.. Enumerable.Range(0, 1_000).Select(_ => Create(length, 1).Id)];
        for (int i = 0; i < 1_000; i++)
        {
            other.Allocate(Utf8Texts.Ascii(_random, length));
        }

        foreach (PooledStringId id in ids)
        {
            Assert.False(other.TryGetSpan(id, out _));
            Assert.Throws<InvalidOperationException>(() => other.AsSpan(id).Length);
            other.Free(id);
        }

        Assert.Equal(1_000, other.ActiveAllocations);
        Assert.Equal(1_000, _pool.ActiveAllocations);
    }

    // Writes random bytes, or valid UTF-8 of which up to four bytes are overwritten.
    private void Scramble(Span<byte> bytes)
    {
        if (_random.Next(3) == 0)
        {
            _random.NextBytes(bytes);
            return;
        }

        Encoding.UTF8.GetBytes(Texts.RandomValid(_random, bytes.Length)).AsSpan(0, bytes.Length).CopyTo(bytes);
        for (int damage = _random.Next(5); damage > 0 && bytes.Length > 0; damage--)
        {
            bytes[_random.Next(bytes.Length)] = (byte)_random.Next(256);
        }
    }

    private PooledUtf8String Create(int length, uint seed) =>
        _pool.Create(length, seed, static (text, seed) => Utf8Texts.WriteChecked(text, seed));
}
