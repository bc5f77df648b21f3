using System.Runtime.InteropServices;
using System.Text;
using Cenote.Collections;
using Cenote.Memory.Keys;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

public sealed class StringTableSnapshotTests(ITestOutputHelper output) : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void A_stream_can_add_texts_to_the_table_that_is_saved_but_not_dispose_it()
    {
        // More than one piece of 1 MiB, so that the stream is also called between two cells.
        const int Count = 30_000;
        Check(static table => table.GetOrAdd("another"), null);
        Check(AddMany, null);
        Check(static table => OnOtherThread(() => table.GetOrAdd("another")), null);
        Check(static table => OnOtherThread(() => table.Save(new MemoryStream())), null);
        Check(static table => table.Dispose(), typeof(ObjectDisposedException));
        Check(static table => OnOtherThread(table.Dispose), typeof(ObjectDisposedException));

        static void Check(Action<StringTable> change, Type? exception)
        {
            bool isLast = false;
            for (int before = 0; !isLast; before++)
            {
                using var table = new StringTable();
                for (int i = 0; i < Count; i++)
                {
                    table.GetOrAdd($"number {i}");
                }

                int writes = 0;
                var stream = new CallingStream(() =>
                {
                    if (writes++ == before)
                    {
                        change(table);
                    }
                });
                Exception? thrown = Record.Exception(() => table.Save(stream));
                isLast = writes <= before;
                Assert.Equal(isLast ? null : exception, thrown?.GetType());
                if (thrown is null)
                {
                    stream.Position = 0;
                    using StringTable loaded = StringTable.Load(stream);
                    Assert.Equal((Count, $"number {Count - 1}"), (loaded.Count, loaded.AsSpan(Count - 1).ToString()));
                }
            }
        }

        static void OnOtherThread(Action action) => Assert.True(Task.Run(action).Wait(TimeSpan.FromMinutes(1)));

        static void AddMany(StringTable table)
        {
            for (int i = 0; i < 100_000; i++)
            {
                table.GetOrAdd(new string('\u3fff', 100 + (i % 17)) + i);
            }
        }
    }

    [Fact]
    public void A_stream_that_says_it_has_read_what_it_cannot_have_is_refused()
    {
        using var table = new StringTable();
        table.GetOrAdd("text");
        using var saved = new MemoryStream();
        table.Save(saved);
        Assert.Throws<IOException>(() => StringTable.Load(new LyingStream(saved.ToArray(), 1, 1 << 30, canSeek: false)));
        Assert.Throws<IOException>(() => FrozenStringTable.OpenCopy(new LyingStream(saved.ToArray(), 1, -1, canSeek: true)));
    }

    [Fact]
    public void Every_text_keeps_its_id_loaded_mapped_or_copied()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(60); round++)
        {
            using var table = new StringTable();
            var texts = new List<string>();
            for (int i = random.Next(3_000); i > 0; i--)
            {
                string text = i % 500 == 0 ? new string('l', 40_000 + i) : Texts.Random(random, random.Next(20));
                if (table.GetOrAdd(text) == texts.Count)
                {
                    texts.Add(text);
                }
            }

            table.Save(_path);
            using StringTable loaded = StringTable.Load(_path);
            using FrozenStringTable opened = FrozenStringTable.Open(_path);
            using FrozenStringTable copied = FrozenStringTable.OpenCopy(_path);
            using FrozenStringTable streamed = FrozenStringTable.OpenCopy(new OneWayStream(File.ReadAllBytes(_path)));
            Assert.True(opened.IsMapped || OperatingSystem.IsWindows());
            Assert.Equal(texts.Count, loaded.Count);
            foreach (FrozenStringTable frozen in (FrozenStringTable[])[opened, copied, streamed])
            {
                frozen.Verify();
                Assert.Equal(texts.Count, frozen.Count);
                Assert.Equal(new FileInfo(_path).Length, frozen.FileBytes);
                for (int id = 0; id < texts.Count; id++)
                {
                    Assert.True(frozen.AsSpan(id).SequenceEqual(texts[id]));
                    Assert.True(frozen.TryGetId(texts[id], out int found) && found == id);
                    byte[] utf8 = Encoding.UTF8.GetBytes(texts[id]);
                    Assert.Equal(table.TryGetId(utf8, out int expected), frozen.TryGetId(utf8, out found));
                    Assert.Equal(expected, found);
                }

                Assert.False(frozen.TryGetId("a text that is nowhere", out int missing));
                Assert.Equal(-1, missing);
                Assert.False(frozen.TryGetSpan(texts.Count, out _));
                Assert.False(frozen.TryGetSpan(-1, out _));
                Assert.Throws<ArgumentOutOfRangeException>(() => frozen.AsSpan(texts.Count).Length);
            }

            for (int id = 0; id < texts.Count; id++)
            {
                Assert.True(loaded.AsSpan(id).SequenceEqual(texts[id]));
                Assert.Equal(id, loaded.GetOrAdd(texts[id]));
            }

            Assert.Equal(texts.Count, loaded.GetOrAdd("a text that is nowhere"));
        }
    }

    [Fact]
    public void Spans_can_be_read_after_the_end()
    {
        using (var table = new StringTable())
        {
            table.GetOrAdd("Yucatán");
            table.Save(_path);
        }

        FrozenStringTable opened = FrozenStringTable.Open(_path);
        ReadOnlySpan<char> text = opened.AsSpan(0);
        FrozenStringTable copied = FrozenStringTable.OpenCopy(_path);
        ReadOnlySpan<char> copy = copied.AsSpan(0);
        opened.Dispose();
        copied.Dispose();
        File.Delete(_path);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.True(OperatingSystem.IsWindows() || text.SequenceEqual("Yucatán"));
        Assert.Equal(7, copy.ToString().Length);
        Assert.False(opened.TryGetSpan(0, out _));
        Assert.Equal((0, 0), (opened.Count, opened.FileBytes));
        Assert.Throws<ObjectDisposedException>(() => opened.AsSpan(0).Length);
        Assert.Throws<ObjectDisposedException>(() => opened.TryGetId("Yucatán", out _));
        Assert.Throws<ObjectDisposedException>(opened.Verify);
    }

    [Fact]
    public void A_number_beside_a_text_that_is_not_its_id_is_found_by_verification()
    {
        using var table = new StringTable();
        table.GetOrAdd("a");
        table.GetOrAdd("b");
        using var stream = new MemoryStream();
        table.Save(stream);
        byte[] bytes = stream.ToArray();
        const int Value = SnapshotHeader.Size + KeyCell.ValueOffset;
        foreach (int wrong in (int[])[1, 2, -1, int.MinValue])
        {
            MemoryMarshal.Write(bytes.AsSpan(Value), wrong);
            SnapshotSeal.Apply(bytes);
            using FrozenStringTable frozen = FrozenStringTable.OpenCopy(new MemoryStream(bytes));
            Assert.True(frozen.TryGetId("a", out int found) && found == wrong);
            Assert.Contains("id 0", Assert.Throws<InvalidDataException>(frozen.Verify).Message, StringComparison.Ordinal);
        }

        MemoryMarshal.Write(bytes.AsSpan(Value), 0);
        SnapshotSeal.Apply(bytes);
        using FrozenStringTable right = FrozenStringTable.OpenCopy(new MemoryStream(bytes));
        right.Verify();
    }

    [Fact]
    public async Task A_table_can_be_saved_while_others_add_to_it()
    {
        using var table = new StringTable();
        table.GetOrAdd("text 0");
        Task adding = Task.Run(() =>
        {
            for (int i = 1; i < RunSettings.Length(200_000); i++)
            {
                table.GetOrAdd($"text {i}");
            }
        });
        int least = 1;
        do
        {
            using var stream = new MemoryStream();
            table.Save(stream);
            stream.Position = 0;
            using FrozenStringTable frozen = FrozenStringTable.OpenCopy(stream);
            frozen.Verify();
            Assert.InRange(frozen.Count, least, table.Count);
            least = frozen.Count;
            Assert.True(frozen.AsSpan(least - 1).SequenceEqual($"text {least - 1}"));
        }
        while (!adding.IsCompleted);

        await adding;
    }

    [Fact]
    public async Task Disposing_a_table_beside_its_readers_gives_them_an_answer_or_an_exception()
    {
        using (var table = new StringTable())
        {
            for (int i = 0; i < 1_000; i++)
            {
                table.GetOrAdd($"text {i}");
            }

            table.Save(_path);
        }

        for (int round = 0; round < RunSettings.Length(200); round++)
        {
            FrozenStringTable frozen = round % 2 == 0 ? FrozenStringTable.Open(_path) : FrozenStringTable.OpenCopy(_path);
            using var started = new Barrier(3);
            Task[] readers = [.. Enumerable.Range(0, 2).Select(reader => Task.Run(() =>
            {
                started.SignalAndWait();
                try
                {
                    for (int i = reader; ; i = (i + 7) % 1_000)
                    {
                        Assert.True(frozen.TryGetId($"text {i}", out int id));
                        Assert.Equal(i, id);
                        if (frozen.TryGetSpan(i, out ReadOnlySpan<char> text))
                        {
                            // Dispose may have returned the copy's memory, which then reads as zeros: only the length is checked.
                            Assert.True(text.Length == $"text {i}".Length);
                        }
                    }
                }
                catch (ObjectDisposedException)
                {
                    Assert.True(frozen.IsDisposed);
                }
            }))];
            started.SignalAndWait();
            Thread.SpinWait(round * 20);
            frozen.Dispose();
            await Task.WhenAll(readers);
        }
    }

    [Fact]
    public void Limits_and_mistakes_are_refused()
    {
        using var table = new StringTable();
        table.GetOrAdd("a");
        table.GetOrAdd("b");
        table.Save(_path);
        Assert.Throws<OutOfMemoryException>(() => StringTable.Load(_path, new StringTableOptions { MaximumCount = 1 }));
        Assert.Throws<InvalidDataException>(() => Cenote.Collections.PooledStringDictionary<int>.Load(_path));
        Assert.Throws<ArgumentNullException>(() => StringTable.Load((Stream)null!));
        Assert.Throws<ArgumentNullException>(() => FrozenStringTable.OpenCopy((Stream)null!));
        Assert.Throws<ArgumentNullException>(() => table.Save((Stream)null!));
        byte[] bytes = File.ReadAllBytes(_path);
        bytes[520] ^= 1;
        Assert.Throws<InvalidDataException>(() => StringTable.Load(new MemoryStream(bytes)));
        table.Dispose();
        Assert.Throws<ObjectDisposedException>(() => table.Save(_path));
    }
}
