using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class FrozenPooledStringDictionaryTests : IDisposable
{
    private const int Count = 5_000;

    private readonly string _path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.cenote");

    public FrozenPooledStringDictionaryTests() => Save(Count, 0);

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void A_file_that_is_replaced_while_it_is_mapped_stays_what_it_was()
    {
        using FrozenPooledStringDictionary<int> before = FrozenPooledStringDictionary<int>.Open(_path);
        Save(10, 1_000_000);
        using FrozenPooledStringDictionary<int> after = FrozenPooledStringDictionary<int>.Open(_path);
        File.Delete(_path);

        Assert.Equal(Count, before.AsEnumerable().Select(static pair => pair.Value).Distinct().Count());
        before.Verify();
        Assert.Equal(17, before["number 17"]);
        Assert.Equal(10, after.Count);
        Assert.Equal(1_000_007, after["number 7"]);
    }

    [LinuxFact]
    public void A_saved_file_can_only_be_read_and_not_be_had_alone_while_it_is_mapped()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        const UnixFileMode Writing = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(_path) & Writing);
        File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Save(Count, 0);
        Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(_path));

        File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(_path);
        Assert.Throws<IOException>(() => File.Open(_path, FileMode.Truncate));
        frozen.Verify();
        frozen.Dispose();
        File.WriteAllBytes(_path, []);
        Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<int>.Open(_path));
    }

    [LinuxFact]
    public void What_everybody_could_read_stays_so_whatever_the_umask_says_but_a_group_may_be_another_one()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        const UnixFileMode All = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        File.SetUnixFileMode(_path, All | UnixFileMode.UserWrite);
        uint former = FileModes.SetMask(FileModes.OwnerOnly);
        try
        {
            Save(Count, 0);
            Assert.Equal(All, File.GetUnixFileMode(_path));
            File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.GroupRead);
            Save(Count, 0);
            Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(_path));
            File.Delete(_path);
            Save(Count, 0);
            Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(_path));
        }
        finally
        {
            _ = FileModes.SetMask(former);
        }
    }

    [Fact]
    public void A_copy_does_not_need_its_file()
    {
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.OpenCopy(_path);
        File.Delete(_path);
        frozen.Verify();
        Assert.False(frozen.IsMapped);
        Assert.Equal(Count, frozen.Keys.Count());
        Assert.Equal(17, frozen["number 17"]);
    }

    [Fact]
    public void A_disposed_one_has_closed_its_file()
    {
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(_path);
        Assert.True(frozen.IsMapped);
        frozen.Dispose();
        if (OperatingSystem.IsLinux())
        {
            Assert.DoesNotContain(_path, Directory.EnumerateFiles("/proc/self/fd").Select(TargetOf));
        }

        File.Delete(_path);

        static string? TargetOf(string link) => new FileInfo(link).LinkTarget;
    }

    [Fact]
    public void Where_files_cannot_be_mapped_they_are_copied()
    {
        var pages = new FailingPageSource();
        FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(_path, pages);
        File.Delete(_path);
        Assert.False(frozen.IsMapped);
        frozen.Verify();
        frozen.Dispose();

        Save(10, 0);
        Assert.Throws<OutOfMemoryException>(
            () => FrozenPooledStringDictionary<int>.Open(_path, new FailingPageSource { Fails = static _ => true }));
    }

    [Fact]
    public void A_disposed_one_throws()
    {
        foreach (FrozenPooledStringDictionary<int> frozen in (FrozenPooledStringDictionary<int>[])
            [FrozenPooledStringDictionary<int>.Open(_path), FrozenPooledStringDictionary<int>.OpenCopy(_path)])
        {
            IEnumerator<KeyValuePair<string, int>> pairs = ((IEnumerable<KeyValuePair<string, int>>)frozen).GetEnumerator();
            Assert.True(pairs.MoveNext());
            FrozenPooledStringDictionary<int>.Enumerator entries = frozen.GetEnumerator();
            Assert.True(entries.MoveNext());
            FrozenPooledStringDictionary<int>.Entry entry = entries.Current;
            frozen.Dispose();
            frozen.Dispose();

            Assert.True(frozen.IsDisposed);
            Assert.Equal((0, 0), (frozen.Count, frozen.FileBytes));
            Assert.Throws<ObjectDisposedException>(() => frozen["number 1"]);
            Assert.Throws<ObjectDisposedException>(() => frozen.ContainsKey("number 1"));
            Assert.Throws<ObjectDisposedException>(() => frozen.ContainsKey("number 1"u8));
            Assert.Throws<ObjectDisposedException>(() => frozen.AsEnumerable().First());
            Assert.Throws<ObjectDisposedException>(() => frozen.GetEnumerator());
            Assert.Throws<ObjectDisposedException>(frozen.Verify);
            Assert.Throws<ObjectDisposedException>(() => pairs.MoveNext());
            try
            {
                _ = entry.Value;
                Assert.Fail("An entry outlived its dictionary.");
            }
            catch (ObjectDisposedException)
            {
                // An entry of a disposed dictionary throws.
            }

            try
            {
                entries.MoveNext();
                Assert.Fail("An enumerator outlived its dictionary.");
            }
            catch (ObjectDisposedException)
            {
                // An enumerator of a disposed dictionary throws.
            }
        }
    }

    [Fact]
    public void Default_values_throw()
    {
        Assert.Throws<InvalidOperationException>(() => default(FrozenPooledStringDictionary<int>.Enumerator).MoveNext());
        Assert.Throws<InvalidOperationException>(() => default(FrozenPooledStringDictionary<int>.Entry).Value);
        using FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.Open(_path);
        Assert.Throws<InvalidOperationException>(() => frozen.GetEnumerator().Current.Value);
        Assert.Throws<KeyNotFoundException>(() => frozen["nowhere"]);
        Assert.False(frozen.ContainsKey((string?)null));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Disposing_beside_readers_gives_answers_from_before_or_an_exception(bool mapped)
    {
        for (int round = 0; round < RunSettings.Length(200); round++)
        {
            FrozenPooledStringDictionary<int> frozen = mapped
                ? FrozenPooledStringDictionary<int>.Open(_path)
                : FrozenPooledStringDictionary<int>.OpenCopy(_path);
            Task[] readers = [.. Enumerable.Range(0, 3).Select(reader => Task.Run(() => Read(frozen, reader)))];
            Thread.SpinWait(round * 50);
            frozen.Dispose();
            await Task.WhenAll(readers);
        }
    }

    [Fact]
    public void A_set_has_what_was_saved()
    {
        using var set = new PooledStringSet(["a", "b", "ü", ""], new PooledStringDictionaryOptions { IgnoreCase = false });
        set.Save(_path);
        using PooledStringSet loaded = PooledStringSet.Load(_path);
        using FrozenPooledStringSet opened = FrozenPooledStringSet.Open(_path);
        using FrozenPooledStringSet copied = FrozenPooledStringSet.OpenCopy(_path);
        opened.Verify();
        copied.Verify();
        Assert.Equal(["a", "b", "ü", ""], loaded.AsEnumerable());
        Assert.Equal(["a", "b", "ü", ""], opened.AsEnumerable());
        Assert.Equal(["a", "b", "ü", ""], copied.AsEnumerable());
        Assert.Equal(4, opened.Count);
        Assert.True(opened.IsMapped || OperatingSystem.IsWindows());
        Assert.False(copied.IsMapped);
        Assert.True(opened.Contains("ü") && opened.Contains("ü"u8) && !opened.Contains("u"));
        int chars = 0;
        foreach (ReadOnlySpan<char> item in opened)
        {
            chars += item.Length;
        }

        Assert.Equal(3, chars);
        opened.Dispose();
        Assert.True(opened.IsDisposed);
        Assert.Equal(0, opened.FileBytes);
        Assert.Throws<ObjectDisposedException>(() => opened.Contains("a"));

        using var folded = new PooledStringSet(["a"], new PooledStringDictionaryOptions { IgnoreCase = true });
        using var stream = new MemoryStream();
        folded.Save(stream);
        using PooledStringSet same = PooledStringSet.Load(new MemoryStream(stream.ToArray()));
        Assert.True(same.Contains("A") && same.SetEquals(["A"]));
        Assert.Throws<InvalidDataException>(() => FrozenPooledStringSet.OpenCopy(new MemoryStream(stream.ToArray())));
    }

    [Fact]
    public async Task Disposing_a_set_beside_its_readers_gives_them_an_answer_or_an_exception()
    {
        byte[] bytes;
        using (var set = new PooledStringSet(Enumerable.Range(0, 1_000).Select(static i => $"text {i}")))
        {
            using var stream = new MemoryStream();
            set.Save(stream);
            bytes = stream.ToArray();
        }

        for (int round = 0; round < RunSettings.Length(200); round++)
        {
            FrozenPooledStringSet frozen = FrozenPooledStringSet.OpenCopy(new MemoryStream(bytes));
            using var started = new Barrier(3);
            Task[] readers = [.. Enumerable.Range(0, 2).Select(reader => Task.Run(() =>
            {
                started.SignalAndWait();
                try
                {
                    for (int i = reader; ; i = (i + 7) % 1_000)
                    {
                        Assert.True(frozen.Contains($"text {i}"));
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
    public void Opening_many_times_without_disposing_unmaps_in_the_end()
    {
        var pages = new CountingPages();
        OpenAndForget(pages);
        for (int i = 0; i < 50 && pages.Released < pages.Reserved; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.Equal(8, pages.Reserved);
        Assert.Equal(8, pages.Released);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private void OpenAndForget(PageSource pages)
    {
        for (int i = 0; i < 8; i++)
        {
            Assert.Equal(Count, FrozenPooledStringDictionary<int>.Open(_path, pages).Count);
        }
    }

    private static void Read(FrozenPooledStringDictionary<int> frozen, int reader)
    {
        try
        {
            for (int i = reader; ; i = (i + 7) % Count)
            {
                Assert.Equal(i, frozen[$"number {i}"]);
                if (i % 100 == 0)
                {
                    foreach ((ReadOnlySpan<char> _, int value) in frozen)
                    {
                        Assert.InRange(value, 0, Count - 1);
                    }
                }
            }
        }
        catch (ObjectDisposedException)
        {
            // The dictionary was disposed; stop.
        }
    }

    private void Save(int count, int first)
    {
        using var numbers = new PooledStringDictionary<int>();
        for (int i = 0; i < count; i++)
        {
            numbers.Add($"number {i}", first + i);
        }

        numbers.Save(_path);
    }

    private sealed unsafe class CountingPages : PageSource
    {
        private int _reserved;
        private int _released;

        public int Reserved => Volatile.Read(ref _reserved);

        public int Released => Volatile.Read(ref _released);

        public override byte* TryReserve(nuint bytes)
        {
            Interlocked.Increment(ref _reserved);
            return System.TryReserve(bytes);
        }

        public override bool TryMapFile(global::System.Runtime.InteropServices.SafeHandle file, byte* address, nuint bytes) =>
            System.TryMapFile(file, address, bytes);

        public override bool TryCommit(byte* address, nuint bytes) => System.TryCommit(address, bytes);

        public override bool Discard(byte* address, nuint bytes) => System.Discard(address, bytes);

        public override bool TryRenew(byte* address, nuint bytes) => System.TryRenew(address, bytes);

        public override void PreferHugePages(byte* address, nuint bytes)
        {
        }

        public override bool TryRelease(byte* address, nuint bytes)
        {
            Interlocked.Increment(ref _released);
            return System.TryRelease(address, bytes);
        }
    }
}
