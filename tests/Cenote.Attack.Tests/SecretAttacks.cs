using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.IO;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Searches writable buffers for text of other owners.</summary>
public sealed class SecretAttacks : AttackTests
{
    private const string Secret = "TOPSECRET";

    private static readonly string s_secrets = string.Concat(Enumerable.Repeat(Secret, 300));

    [Attack]
    internal static void Create_shows_the_text_of_a_disposed_segmented_pool() =>
        Look(static () => new SegmentedStringPool());

    [Attack]
    internal static void Create_shows_the_text_of_a_disposed_concurrent_pool() =>
        Look(static () => new ConcurrentStringPool());

    [Attack]
    internal static void Create_shows_the_text_of_a_disposed_contiguous_pool()
    {
        for (int round = 0; round < 5; round++)
        {
            using (var pool = new UnmanagedStringPool(4_000))
            {
                for (int i = 0; i < 200; i++)
                {
                    pool.Allocate(s_secrets);
                }
            }

            using var other = new UnmanagedStringPool(4_000);
            foreach (int length in (int[])[10, 100, 1_000, 20_000])
            {
                other.Create(length, 0, static (span, _) => AssertClean(span));
                other.Allocate(s_secrets).Free();
                other.Create(length, 0, static (span, _) => AssertClean(span));
            }
        }
    }

    [Attack]
    internal static void Create_shows_the_text_of_a_disposed_utf8_pool()
    {
        for (int round = 0; round < 5; round++)
        {
            using (var pool = new Utf8StringPool())
            {
                for (int i = 0; i < 200; i++)
                {
                    pool.Allocate(s_secrets);
                    pool.Allocate(Secret);
                }
            }

            using var other = new Utf8StringPool();
            foreach (int length in (int[])[10, 100, 1_000, 20_000])
            {
                PooledUtf8String made = other.Create(length, 0, static (span, _) =>
                {
                    Assert.False(span.IndexOf("SECRET"u8) >= 0, "Text of another pool is visible.");
                    span.Clear();
                });
                other.Allocate(s_secrets).Free();
                made.Free();
            }
        }
    }

    [Attack]
    internal static void An_arena_takes_bytes_that_another_thread_changes()
    {
        using var arena = new StringArena();
        byte[] ascii = [.. Enumerable.Repeat((byte)'a', 2_000)];
        byte[] wide = Encoding.UTF8.GetBytes(new string('\u00e9', 1_000));
        byte[] bytes = [.. ascii];
        Race.Repeat(
            () =>
            {
                ascii.CopyTo(bytes, 0);
                Thread.SpinWait(20);
                wide.CopyTo(bytes, 0);
                Thread.SpinWait(20);
            },
            () =>
            {
                // The changing bytes are stored where the secrets were.
                arena.Reset();
                arena.Add(s_secrets);
                arena.Reset();
                Assert.DoesNotContain(Secret, arena.Add(bytes).ToString(), StringComparison.Ordinal);
                arena.Add(bytes.AsSpan(0, 6));
            });
    }

    [Attack]
    internal static void A_stream_inspects_the_memory_that_it_reads_into()
    {
        // Leaves secrets in unused large arrays; the readers' buffers may reuse that memory.
        for (int i = 0; i < 300; i++)
        {
            GC.KeepAlive(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(s_secrets, 48 + (i % 3)))));
        }

        GC.Collect();
        GC.Collect();
        foreach (int length in (int[])[4_000, 40_000, 200_000])
        {
            byte[] text = new byte[length];
            foreach (int buffer in (int[])[64, 128 << 10])
            {
                using var lines = new Utf8LineReader(new LookingStream(text), new Utf8LineReaderOptions { BufferBytes = buffer });
                Assert.True(lines.Read());
                using var fields = new Utf8FieldReader(new LookingStream(text), new Utf8FieldReaderOptions { BufferBytes = buffer });
                Assert.True(fields.Read());
            }
        }
    }

    [Attack]
    internal static void A_stream_inspects_the_memory_that_a_snapshot_is_loaded_into()
    {
        using var entries = new PooledStringDictionary<long>();
        using var table = new StringTable();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 << 20 });
        for (int i = 0; i < 10_000; i++)
        {
            entries[$"key {i}"] = i;
            table.GetOrAdd($"key {i}");
            cache.Set($"key {i}", new byte[i % 300]);
        }

        byte[] savedEntries = Saved(entries.Save);
        byte[] savedTable = Saved(table.Save);
        byte[] savedCache = Saved(cache.Save);
        var otherCase = new PooledStringDictionaryOptions { IgnoreCase = true };
        for (int round = 0; round < 10; round++)
        {
            LeaveSecrets();
            PooledStringDictionary<long>.Load(new LookingStream(savedEntries)).Dispose();
            LeaveSecrets();
            PooledStringDictionary<long>.Load(new LookingStream(savedEntries), otherCase).Dispose();
            LeaveSecrets();
            FrozenPooledStringDictionary<long>.OpenCopy(new LookingStream(savedEntries)).Dispose();
            LeaveSecrets();
            StringTable.Load(new LookingStream(savedTable)).Dispose();
            LeaveSecrets();
            ByteCache.Load(new LookingStream(savedCache), new ByteCacheOptions { MaximumBytes = 4 << 20 }).Dispose();
        }

        static byte[] Saved(Action<Stream> save)
        {
            using var stream = new MemoryStream();
            save(stream);
            return stream.ToArray();
        }

        static void LeaveSecrets()
        {
            using (var others = new PooledStringDictionary<long>())
            {
                for (int i = 0; i < 2_000; i++)
                {
                    others[$"{s_secrets}{i}"] = i;
                }
            }

            byte[][] rented = [.. Enumerable.Range(4, 14).Select(static power => ArrayPool<byte>.Shared.Rent(1 << power))];
            foreach (byte[] array in rented)
            {
                Encoding.UTF8.GetBytes(s_secrets.AsSpan(0, Math.Min(array.Length, s_secrets.Length)), array);
                ArrayPool<byte>.Shared.Return(array);
            }
        }
    }

    private static void Look(Func<StringPool> make)
    {
        for (int round = 0; round < 5; round++)
        {
            using (StringPool pool = make())
            {
                for (int i = 0; i < 200; i++)
                {
                    pool.Allocate(s_secrets);
                    pool.Allocate(Secret);
                    pool.Allocate(s_secrets.AsSpan(0, 40 + i));
                }
            }

            using StringPool other = make();
            foreach (int length in (int[])[10, 40, 100, 1_000, 2_700, 20_000])
            {
                PooledStringRef made = other.Create(length, 0, static (span, _) => AssertClean(span));
                other.Allocate(s_secrets.AsSpan(0, Math.Min(length, s_secrets.Length))).Free();
                other.Create(length, 0, static (span, _) => AssertClean(span)).Free();
                made.Free();
            }
        }
    }

    private static void AssertClean(Span<char> span)
    {
        Assert.False(span.IndexOf("SECRET") >= 0, "Text of another pool is visible.");
        Assert.False(
            MemoryMarshal.AsBytes(span).IndexOf(Encoding.UTF8.GetBytes(Secret)) >= 0, "Text of another pool is visible.");
        span.Clear();
    }

    // Does not use MemoryStream.Read, which reads into a shared array for a derived class.
    private sealed class LookingStream(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer)
        {
            Assert.False(buffer.IndexOf("SECRET"u8) >= 0, "Text of another owner is visible.");
            Assert.False(buffer.IndexOf(MemoryMarshal.AsBytes<char>("SECRET")) >= 0, "Text of another owner is visible.");
            int read = 0;
            while (read < buffer.Length && ReadByte() is >= 0 and int next)
            {
                buffer[read++] = (byte)next;
            }

            return read;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));
    }
}
