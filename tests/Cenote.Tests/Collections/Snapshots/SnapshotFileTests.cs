using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Files;
using Cenote.Memory.Keys;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>Invalid files, and files that cannot be written.</summary>
public sealed class SnapshotFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("cenote").FullName;

    private enum Color : int
    {
        Red = 1,
    }

    private readonly record struct Halves(short First, short Second);

    private string FilePath => Path.Combine(_folder, "numbers.cenote");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [LinuxFact]
    public async Task A_pipe_is_neither_replaced_nor_waited_for()
    {
        using (var making = System.Diagnostics.Process.Start("mkfifo", [FilePath]))
        {
            await making.WaitForExitAsync();
        }

        using PooledStringDictionary<int> numbers = Numbers(10);
        IOException refusal = await Assert.ThrowsAsync<IOException>(
            () => Task.Run(() => numbers.Save(FilePath)).WaitAsync(TimeSpan.FromMinutes(1)));

        Assert.Contains("named pipe", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(FileKind.Pipe, FileStatus.Of(FilePath)?.Kind);
        Assert.Single(Directory.GetFiles(_folder));
    }

    [LinuxFact]
    public void Every_snapshot_can_be_written_to_a_device_but_not_to_a_directory()
    {
        using PooledStringDictionary<int> numbers = Numbers(60_000);
        using var set = new PooledStringSet(["one"]);
        using var table = new StringTable();
        table.GetOrAdd("one");
        using var cache = new ByteCache();
        foreach (Action<string> save in (Action<string>[])[numbers.Save, set.Save, table.Save, cache.Save])
        {
            save("/dev/null");
            Assert.Contains("is a directory", Assert.Throws<IOException>(() => save(_folder)).Message, StringComparison.Ordinal);
        }

        Assert.Equal(FileKind.CharacterDevice, FileStatus.Of("/dev/null")?.Kind);
    }

    [MountFact]
    public void A_mounted_file_is_saved_in_place()
    {
        string source = Path.Combine(_folder, "source");
        foreach (int count in (int[])[60_000, 10])
        {
            File.WriteAllText(source, "the former file");
            File.WriteAllText(FilePath, "");
            using PooledStringDictionary<int> numbers = Numbers(count);
            Assert.True(Mounts.Run(() =>
            {
                Mounts.Over(source, FilePath);
                numbers.Save(FilePath);
                numbers.Save(FilePath);
            }));

            using PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(source);
            Assert.Equal(count, loaded.Count);
        }
    }

    [Fact]
    public async Task Files_are_loaded_while_no_thread_of_the_pool_is_free()
    {
        using (PooledStringDictionary<int> numbers = Numbers(200_000))
        {
            numbers.Save(FilePath);
        }

        Task<long>[] loads =
        [
            .. Enumerable.Range(0, 8 * Environment.ProcessorCount).Select(_ => Task.Run(() =>
            {
                using PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(FilePath);
                return (long)loaded.Count;
            })),
        ];
        Assert.All(await Task.WhenAll(loads), count => Assert.Equal(200_000, count));
    }

    [Fact]
    public void A_file_that_was_cut_anywhere_is_refused()
    {
        byte[] bytes = Snapshot(50);
        for (int length = 0; length < bytes.Length; length++)
        {
            byte[] cut = bytes[..length];
            Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<int>.OpenCopy(new MemoryStream(cut)));
            Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<int>.OpenCopy(new OneWayStream(cut)));
            Assert.Throws<InvalidDataException>(() => PooledStringDictionary<int>.Load(new MemoryStream(cut)));
            Assert.Throws<InvalidDataException>(() => PooledStringDictionary<int>.Load(new OneWayStream(cut)));
            Assert.Throws<InvalidDataException>(() => PooledStringSet.Load(new MemoryStream(cut)));
        }

        File.WriteAllBytes(FilePath, bytes[..^1]);
        Assert.Contains(
            "is truncated",
            Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<int>.Open(FilePath)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_header_with_any_bit_changed_is_refused()
    {
        byte[] bytes = Snapshot(3);
        for (int bit = 0; bit < 8 * SnapshotHeader.Size; bit++)
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.Throws<InvalidDataException>(() => FrozenPooledStringDictionary<int>.OpenCopy(new MemoryStream(bytes)));
            Assert.Throws<InvalidDataException>(() => PooledStringDictionary<int>.Load(new MemoryStream(bytes)));
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }
    }

    [Fact]
    public void Any_byte_that_was_changed_is_found()
    {
        byte[] bytes = Snapshot(50);
        using var stream = new MemoryStream(bytes);
        for (int i = SnapshotHeader.Size; i < bytes.Length; i++)
        {
            bytes[i] ^= 0x10;
            stream.Position = 0;
            using (FrozenPooledStringDictionary<int> frozen = FrozenPooledStringDictionary<int>.OpenCopy(stream))
            {
                Assert.Throws<InvalidDataException>(frozen.Verify);
            }

            bytes[i] ^= 0x10;
        }
    }

    [Fact]
    public void Loading_finds_any_byte_of_the_keys_that_was_changed()
    {
        byte[] bytes = Snapshot(50);
        var header = MemoryMarshal.Read<SnapshotHeader>(bytes);
        for (int i = SnapshotHeader.Size; i < (int)header.TableOffset; i++)
        {
            bytes[i] ^= 0x10;
            Assert.Throws<InvalidDataException>(() => PooledStringDictionary<int>.Load(new MemoryStream(bytes)));
            bytes[i] ^= 0x10;
        }
    }

    [Fact]
    public void Other_values_are_refused_with_both_types_named()
    {
        byte[] bytes = Snapshot(5);
        CheckRefused<long>(bytes, "System.Int64", "sizes");
        CheckRefused<float>(bytes, "System.Single", "fields");
        CheckRefused<Odd>(bytes, "Odd", "sizes");
        CheckRefused<Halves>(bytes, "Halves", "alignments");
        Assert.Contains(
            "PooledStringSet", Refusal(() => PooledStringSet.Load(new MemoryStream(bytes))), StringComparison.Ordinal);

        using PooledStringDictionary<Color> same = PooledStringDictionary<Color>.Load(new MemoryStream(bytes));
        Assert.Equal(5, same.Count);
    }

    [Fact]
    public void Another_version_another_byte_order_and_another_file_are_refused_with_what_to_do()
    {
        byte[] bytes = Snapshot(5);
        byte[] newer = [.. bytes];
        BinaryPrimitives.WriteUInt32LittleEndian(newer.AsSpan(8), SnapshotHeader.CurrentVersion + 1);
        Assert.Contains("Update Cenote", Refusal(newer), StringComparison.Ordinal);

        byte[] older = [.. bytes];
        BinaryPrimitives.WriteUInt32LittleEndian(older.AsSpan(8), 0);
        Assert.Contains("too old", Refusal(older), StringComparison.Ordinal);

        byte[] other = [.. bytes];
        other.AsSpan(12, 4).Reverse();
        Assert.Contains("byte order", Refusal(other), StringComparison.Ordinal);

        Assert.Contains("written by Save", Refusal("#!/bin/sh\necho hello\n"u8.ToArray()), StringComparison.Ordinal);
        Assert.Contains("is truncated", Refusal([]), StringComparison.Ordinal);
    }

    [Fact]
    public void Values_with_references_are_refused()
    {
        using var texts = new PooledStringDictionary<string>();
        Assert.Contains("String", Assert.Throws<NotSupportedException>(() => texts.Save(FilePath)).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => texts.Save(Stream.Null));
        Assert.Throws<NotSupportedException>(() => PooledStringDictionary<string>.Load(FilePath));
        Assert.Empty(Directory.GetFiles(_folder));
    }

    [Fact]
    public void A_failure_while_writing_leaves_the_former_file_and_no_other()
    {
        using PooledStringDictionary<int> numbers = Numbers(10);
        numbers.Save(FilePath);
        byte[] former = File.ReadAllBytes(FilePath);

        Assert.Throws<IOException>(() => SnapshotFile.Write(FilePath, static (stream, _) =>
        {
            stream.Write(new byte[1_000]);
            throw new IOException("The disk is full.");
        }));

        Assert.Equal([FilePath], Directory.GetFiles(_folder));
        Assert.Equal(former, File.ReadAllBytes(FilePath));
        Assert.Throws<ArgumentException>(() => numbers.Save(""));
        Assert.Throws<ArgumentNullException>(() => numbers.Save((Stream)null!));
        Assert.Throws<DirectoryNotFoundException>(() => numbers.Save(Path.Combine(_folder, "none", "x")));
        Assert.Throws<FileNotFoundException>(() => PooledStringDictionary<int>.Load(Path.Combine(_folder, "none")));
        Assert.Throws<FileNotFoundException>(() => FrozenPooledStringDictionary<int>.Open(Path.Combine(_folder, "none")));
    }

    [LinuxFact]
    public void A_device_that_is_full_throws_and_is_still_a_device()
    {
        using PooledStringDictionary<int> numbers = Numbers(200_000);
        Assert.Contains(
            "No space", Assert.Throws<IOException>(() => numbers.Save("/dev/full")).Message, StringComparison.Ordinal);
        Assert.Equal(FileKind.CharacterDevice, FileStatus.Of("/dev/full")?.Kind);
        using var full = new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        Assert.Throws<IOException>(() => numbers.Save(full));
        Assert.Throws<IOException>(() => numbers.Save(full, isFile: true));
        Assert.Equal(200_000, numbers.Count);
    }

    [Fact]
    public void Saving_and_loading_a_disposed_one_throws()
    {
        PooledStringDictionary<int> numbers = Numbers(10);
        numbers.Save(FilePath);
        numbers.Dispose();
        Assert.Throws<ObjectDisposedException>(() => numbers.Save(FilePath));
        Assert.Throws<ObjectDisposedException>(() => numbers.Save(Stream.Null));
    }

    [LongTheory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData((1 << 20) + 1)]
    [InlineData(int.MaxValue)]
    public void A_stream_that_says_it_has_read_what_it_cannot_have_is_refused(int lie)
    {
        byte[] bytes = Snapshot(60_000);
        var other = new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 };
        Check(static stream => FrozenPooledStringDictionary<int>.OpenCopy(stream).Dispose());
        Check(static stream => PooledStringDictionary<int>.Load(stream).Dispose());
        Check(stream => PooledStringDictionary<int>.Load(stream, other).Dispose());

        void Check(Action<Stream> read)
        {
            foreach (bool canSeek in (bool[])[true, false])
            {
                bool hasLied = true;
                int honest = 0;
                for (; hasLied; honest++)
                {
                    var stream = new LyingStream(bytes, honest, lie, canSeek);
                    Exception? exception = Record.Exception(() => read(stream));
                    hasLied = stream.HasLied;
                    Assert.Equal(hasLied ? typeof(IOException) : null, exception?.GetType());
                    Assert.True(!hasLied || exception!.Message.Contains("Correct its Read", StringComparison.Ordinal));
                }

                Assert.True(honest > 2);
            }
        }
    }

    [Fact]
    public void A_stream_that_is_written_cannot_change_the_dictionary()
    {
        (Action<PooledStringDictionary<int>> Change, Type Exception)[] changes =
        [
            (static numbers => numbers.Add("another", 1), typeof(InvalidOperationException)),
            (static numbers => numbers.Remove("number 17"), typeof(InvalidOperationException)),
            (static numbers => numbers.RemoveWhere(static (_, value, _) => value % 2 == 0, 0), typeof(InvalidOperationException)),
            (static numbers => numbers.Trim(), typeof(InvalidOperationException)),
            (Refill, typeof(InvalidOperationException)),
            (static numbers => numbers.Dispose(), typeof(ObjectDisposedException)),
        ];
        foreach ((Action<PooledStringDictionary<int>> change, Type exception) in changes)
        {
            bool isLast = false;
            for (int before = 0; !isLast; before++)
            {
                using PooledStringDictionary<int> numbers = Numbers(60_000);
                int writes = 0;
                var stream = new CallingStream(() =>
                {
                    if (writes++ == before)
                    {
                        change(numbers);
                    }
                });
                Exception? thrown = Record.Exception(() => numbers.Save(stream));
                isLast = writes <= before;
                Assert.Equal(isLast ? null : exception, thrown?.GetType());
            }
        }

        static void Refill(PooledStringDictionary<int> numbers)
        {
            numbers.Clear();
            for (int i = 0; i < 30_000; i++)
            {
                numbers.Add(new string('\u3fff', 100 + (i % 17)) + i, i);
            }
        }
    }

    [Fact]
    public void A_stream_that_is_written_cannot_change_the_set()
    {
        using var set = new PooledStringSet(["one", "two"]);
        Assert.Throws<InvalidOperationException>(() => set.Save(new CallingStream(() => set.Remove("one"))));
        Assert.Throws<ObjectDisposedException>(() => set.Save(new CallingStream(set.Dispose)));
    }

    [Fact]
    public void A_stream_that_is_written_can_change_values()
    {
        using PooledStringDictionary<int> numbers = Numbers(60_000);
        using var stream = new CallingStream(() => numbers["number 17"] = -1);
        numbers.Save(stream);
        stream.Position = 0;
        using PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(stream);
        Assert.Equal(-1, loaded["number 17"]);
    }

    [Fact]
    public void A_limit_that_is_too_low_for_the_keys_refuses_them()
    {
        byte[] bytes = Snapshot(20_000);
        var options = new PooledStringDictionaryOptions { MaximumBytes = 256 << 10 };
        Assert.Contains(
            "MaximumBytes",
            Assert.Throws<OutOfMemoryException>(() => PooledStringDictionary<int>.Load(new MemoryStream(bytes), options)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Refused_memory_leaves_nothing_behind()
    {
        byte[] bytes = Snapshot(20_000);
        for (int failing = 0; failing < 6; failing++)
        {
            var pages = new FailingPageSource { Fails = request => request >= failing };
            Exception? exception = Record.Exception(
                () => PooledStringDictionary<int>.Load(new MemoryStream(bytes), null, overlaps: false, pages).Dispose());
            Assert.True(exception is OutOfMemoryException or null, exception?.ToString());
            Assert.Equal(0, pages.Reservations);
        }
    }

    [Fact]
    public void A_key_that_is_said_to_be_larger_than_a_span_is_refused_when_the_file_ends_before_it()
    {
        const int Longest = KeyCell.MaximumLength;
        int textOffset = EntryLayout<int>.TextOffset;
        SnapshotHeader header = EntrySnapshot<int>.Describe(SnapshotFlags.Compact);
        header.Count = 1;
        header.CellBytes = KeyCell.SizeOf(Longest, textOffset);
        header.Buckets = 1;
        Assert.True(header.CellBytes > int.MaxValue);
        byte[] file = new byte[SnapshotHeader.Size + 100_000];
        header.WriteTo(file);
        BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(SnapshotHeader.Size + sizeof(uint)), Longest);

        Assert.Contains(
            "is truncated",
            Refusal(() => PooledStringDictionary<int>.Load(new OneWayStream(file))),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_long_key_that_is_said_to_be_longer_than_all_keys_together_takes_no_memory()
    {
        SnapshotHeader header = EntrySnapshot<int>.Describe(SnapshotFlags.Compact);
        header.Count = 1;
        header.CellBytes = KeyCell.SizeOf(100_000, EntryLayout<int>.TextOffset);
        header.Buckets = 1;
        byte[] file = new byte[SnapshotHeader.Size + 1_000_000];
        header.WriteTo(file);
        BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(SnapshotHeader.Size + sizeof(uint)), KeyCell.MaximumLength);

        Assert.Contains(
            "a long key is missing",
            Refusal(() => PooledStringDictionary<int>.Load(new OneWayStream(file))),
            StringComparison.Ordinal);
    }

    [HugeFact]
    public void A_key_that_is_larger_than_a_span_is_saved_and_loaded()
    {
        const int Chars = KeyCell.MaximumLength;
        using var numbers = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf16 });
        char[] text = GC.AllocateUninitializedArray<char>(Chars);
        text.AsSpan().Fill('ü');
        numbers.Add(text, 17);
        numbers.Save(FilePath);
        using (PooledStringDictionary<int> loaded = PooledStringDictionary<int>.Load(FilePath))
        {
            Assert.Equal(17, loaded[text]);
        }

        using FrozenPooledStringDictionary<int> opened = FrozenPooledStringDictionary<int>.Open(FilePath);
        opened.Verify();
        Assert.Equal(17, opened[text]);
    }

    [Fact]
    public void Neither_hashes_nor_removed_keys_get_into_the_file()
    {
        using var numbers = new PooledStringDictionary<int>();
        numbers.Add("the secret of the one before", 1);
        numbers.Remove("the secret of the one before");
        numbers.Add("the other one, not as se", 1);
        using var stream = new MemoryStream();
        numbers.Save(stream);
        byte[] bytes = stream.ToArray();
        Assert.True(bytes.AsSpan().IndexOf("the other one"u8) > 0);
        Assert.True(bytes.AsSpan().IndexOf("fore"u8) < 0);
        Assert.Equal(0u, BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(SnapshotHeader.Size)));
    }

    private static PooledStringDictionary<int> Numbers(int count)
    {
        var numbers = new PooledStringDictionary<int>();
        for (int i = 0; i < count; i++)
        {
            numbers.Add($"number {i}", i);
        }

        return numbers;
    }

    private static byte[] Snapshot(int count)
    {
        using PooledStringDictionary<int> numbers = Numbers(count);
        using var stream = new MemoryStream();
        numbers.Save(stream);
        return stream.ToArray();
    }

    private static void CheckRefused<TValue>(byte[] bytes, string name, string why)
        where TValue : unmanaged
    {
        foreach (string message in (string[])
            [
                Refusal(() => PooledStringDictionary<TValue>.Load(new MemoryStream(bytes))),
                Refusal(() => FrozenPooledStringDictionary<TValue>.OpenCopy(new MemoryStream(bytes))),
            ])
        {
            Assert.Contains("System.Int32", message, StringComparison.Ordinal);
            Assert.Contains(name, message, StringComparison.Ordinal);
            Assert.Contains(why, message, StringComparison.Ordinal);
        }
    }

    private static string Refusal(byte[] bytes) => Refusal(() => FrozenPooledStringDictionary<int>.OpenCopy(new MemoryStream(bytes)));

    private static string Refusal(Func<object> read) => Assert.Throws<InvalidDataException>(read).Message;
}
