using Cenote.Collections;
using Cenote.Interning;
using Cenote.Tests.Support;

namespace Cenote.Tests.Interning;

/// <summary>
/// Buffers that another thread changes: the interner keeps, and later finds, the string that it read.
/// </summary>
public sealed class ChangingTextsTests
{
    private static readonly int s_rounds = RunSettings.Length(100_000);

    [Theory]
    [InlineData(StringComparison.Ordinal)]
    [InlineData(StringComparison.OrdinalIgnoreCase)]
    public void An_interner_finds_what_it_kept(StringComparison comparison)
    {
        var interner = new StringInterner(new StringInternerOptions { Comparison = comparison });
        Run(buffer =>
        {
            string kept = interner.Intern(buffer);
            Assert.Same(kept, interner.Intern(kept.AsSpan()));
        });
    }

    [Fact]
    public void A_bounded_interner_finds_what_it_kept()
    {
        var interner = new BoundedStringInterner(64);
        Run(buffer =>
        {
            string kept = interner.Intern(buffer);
            Assert.Same(kept, interner.Intern(kept.AsSpan()));
        });
    }

    [Fact]
    public void A_weak_interner_finds_what_it_kept()
    {
        var interner = new WeakStringInterner();
        Run(buffer =>
        {
            string kept = interner.Intern(buffer);
            Assert.Same(kept, interner.Intern(kept.AsSpan()));
        });
    }

    [Fact]
    public void A_table_finds_what_it_kept()
    {
        using var table = new StringTable();
        Run(buffer =>
        {
            int id = table.GetOrAdd(buffer);
            Assert.True(table.TryGetId(table.AsSpan(id), out int found));
            Assert.Equal(id, found);
        });
    }

    // The first chars are new each time, and the last char changes constantly.
    private static void Run(ReadOnlySpanAction step)
    {
        char[] buffer = new char[20];
        bool ended = false;
        var changer = new Thread(() =>
        {
            while (!Volatile.Read(ref ended))
            {
                buffer[^1] = 'a';
                Interlocked.MemoryBarrier();
                buffer[^1] = 'b';
                Interlocked.MemoryBarrier();
            }
        });
        changer.Start();
        try
        {
            for (int i = 0; i < s_rounds; i++)
            {
                i.TryFormat(buffer, out _);
                step(buffer);
            }
        }
        finally
        {
            Volatile.Write(ref ended, true);
            changer.Join();
        }
    }

    private delegate void ReadOnlySpanAction(ReadOnlySpan<char> text);
}
