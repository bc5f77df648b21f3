using System.Runtime.InteropServices;
using System.Text;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Looks for the text of others in what is handed out for writing.</summary>
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
                    Assert.False(span.IndexOf("SECRET"u8) >= 0, "The text of another pool is seen.");
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
                // The next text lies where this one is.
                arena.Reset();
                arena.Add(s_secrets);
                arena.Reset();
                Assert.DoesNotContain(Secret, arena.AddUtf8(bytes).ToString(), StringComparison.Ordinal);
                arena.AddUtf8(bytes.AsSpan(0, 6));
            });
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
        Assert.False(span.IndexOf("SECRET") >= 0, "Text of others is seen.");
        Assert.False(MemoryMarshal.AsBytes(span).IndexOf(Encoding.UTF8.GetBytes(Secret)) >= 0, "Text of others is seen.");
        span.Clear();
    }
}
