using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Interning;

public sealed class StringTableSnapshotTests(ITestOutputHelper output) : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public void Dispose() => File.Delete(_path);

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
                for (int id = 0; id < texts.Count; id++)
                {
                    Assert.True(frozen.AsSpan(id).SequenceEqual(texts[id]));
                    Assert.True(frozen.TryGetId(texts[id], out int found) && found == id);
                    byte[] utf8 = Encoding.UTF8.GetBytes(texts[id]);
                    Assert.Equal(table.TryGetIdUtf8(utf8, out int expected), frozen.TryGetIdUtf8(utf8, out found));
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
        Assert.Equal(0, opened.Count);
        Assert.Throws<ObjectDisposedException>(() => opened.AsSpan(0).Length);
        Assert.Throws<ObjectDisposedException>(() => opened.TryGetId("Yucatán", out _));
        Assert.Throws<ObjectDisposedException>(opened.Verify);
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
