using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Arenas;

/// <summary>The memory that removed strings and undisposed stores leave behind.</summary>
public sealed class Utf8StringStoreEndTests
{
    [Fact]
    public void A_forgotten_arena_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        MakeAndForget(pages);

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Texts_that_come_and_go_leave_memory_level()
    {
        // One stripe, because a thread that moves to another processor begins new slabs there.
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions(), PageSource.System, 1);
        var random = new Random(7);
        long[] ids = [.. Enumerable.Range(0, 50_000).Select(_ => arena.Add(Text(random)))];
        Replace(RunSettings.Length(2_000_000));
        long before = arena.BytesReserved;
        Replace(RunSettings.Length(4_000_000));

        Assert.InRange(arena.BytesReserved, 1, before * 5 / 4);

        void Replace(int count)
        {
            for (int i = 0; i < count; i++)
            {
                ref long id = ref ids[random.Next(ids.Length)];
                arena.Remove(id);
                id = arena.Add(Text(random));
            }
        }
    }

    [LinuxFact(IsLong = true)]
    public void Removed_secrets_are_in_no_memory_of_the_process()
    {
        using var secret = new TextInMemory(100);
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { ClearOnFree = true });
        long[] ids = [.. Enumerable.Range(0, 20).Select(_ => arena.Add(MemoryMarshal.AsBytes(secret.Text)))];
        Assert.Equal(ids.Length, secret.Count());

        foreach (long id in ids.AsSpan(10))
        {
            arena.Remove(id);
        }

        Assert.Equal(10, secret.Count());
        arena.Reset();
        Assert.Equal(0, secret.Count());
        arena.Add(MemoryMarshal.AsBytes(secret.Text));
        arena.Dispose();
        Assert.Equal(0, secret.Count());
    }

    private static ReadOnlySpan<byte> Text(Random random) =>
        "a text of up to some forty bytes that comes and goes"u8[..random.Next(1, 45)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeAndForget(FailingPageSource pages)
    {
        var arena = new Utf8StringStore(new Utf8StringStoreOptions(), pages);
        arena.Add("forgotten"u8);
        arena.Add(new byte[1 << 20]);
    }

    private static void Collect()
    {
        for (int i = 0; i < 4; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
