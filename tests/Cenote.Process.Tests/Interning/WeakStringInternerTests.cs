using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Process.Tests.Interning;

/// <summary>These tests observe the garbage collector, so no other test may run concurrently.</summary>
public sealed class WeakStringInternerTests(ITestOutputHelper output)
{
    private static string? s_resurrected;
    private static WeakStringInterner? s_broughtBack;

    [Fact]
    public void Equal_texts_get_the_same_instance_in_every_form()
    {
        var interner = new WeakStringInterner();
        for (int length = 1; length <= 200; length++)
        {
            string text = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));

            string first = interner.Intern(text.AsSpan());

            Assert.Equal(text, first);
            Assert.Same(first, interner.Intern(text));
            Assert.Same(first, interner.Intern(Encoding.UTF8.GetBytes(text)));
            Assert.True(interner.TryGet(text, out string? found));
            Assert.True(interner.TryGet(Encoding.UTF8.GetBytes(text), out string? inUtf8));
            Assert.Same(first, found);
            Assert.Same(first, inUtf8);
            Assert.True(interner.Remove(text));
            Assert.NotSame(first, interner.Intern(text.AsSpan()));
        }

        Assert.Same(string.Empty, interner.Intern(ReadOnlySpan<char>.Empty));
        Assert.Same(string.Empty, interner.Intern(""));
    }

    [Fact]
    public void Strings_vanish_with_the_last_reference_whatever_their_length()
    {
        var interner = new WeakStringInterner();
        string[] kept = [.. Enumerable.Range(0, 100).Select(i => interner.Intern($"kept {i}".AsSpan()))];
        Assert.Equal(5_100, Fill(interner, 5_000));

        Collect();

        Assert.InRange(interner.GetStatistics().Count, 100, 110);
        Assert.NotEqual(0, interner.Trim());
        Assert.InRange(interner.Count, 100, 110);
        Assert.False(interner.TryGet("7", out _));
        Assert.All(kept, text => Assert.Same(text, interner.Intern(text.AsSpan())));
        Assert.InRange(interner.GetStatistics().Collected, 4_990, 5_000);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void A_table_of_dead_strings_does_not_grow()
    {
        var interner = new WeakStringInterner();
        long largest = 0;
        for (int round = 0; round < 30; round++)
        {
            Fill(interner, 2_000, round * 2_000);
            Collect();
            largest = Math.Max(largest, interner.GetStatistics().TableBytes);
        }

        // The limit is 40 bytes for each of 4,000 strings, twice the strings of one round.
        Assert.InRange(largest, 1, 4_000 * 40);
    }

    [Fact]
    public void A_text_that_is_too_long_is_never_kept()
    {
        var interner = new WeakStringInterner(new WeakStringInternerOptions { MaximumLength = 10 });
        string tooLong = new('x', 11);

        Assert.Same(tooLong, interner.Intern(tooLong));
        Assert.NotSame(tooLong, interner.Intern(tooLong.AsSpan()));
        Assert.False(interner.TryGet(tooLong, out _));
        Assert.Equal(0, interner.Count);
    }

    [Fact]
    public void Ignoring_case_the_spelling_that_is_alive_stands_for_all()
    {
        var interner = new WeakStringInterner(new WeakStringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase });
        Fill(interner, 100);
        string kept = interner.Intern("Kept".AsSpan());
        Collect();

        Assert.Same(kept, interner.Intern("kEPT"));
        Assert.Same(kept, interner.Intern("KEPT"u8));
        Assert.True(interner.Trim() > 0);
        Assert.InRange(interner.GetStatistics().Collected, 90, 100);
        Assert.True(interner.Remove("kept"));
        GC.KeepAlive(kept);
    }

    // A short weak reference would be cleared before the finalizer runs.
    [Fact]
    public void A_string_that_only_a_finalizer_brings_back_is_still_the_one_instance()
    {
        var interner = new WeakStringInterner();
        Forget(interner);
        Collect();

        Assert.NotNull(s_resurrected);
        Assert.Same(s_resurrected, interner.Intern("brought back".AsSpan()));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(WeakStringInterner interner) =>
            GC.KeepAlive(new Resurrector(interner.Intern("brought back".AsSpan())));
    }

    [Fact]
    public void A_live_string_keeps_its_place_beside_collections_and_trimming()
    {
        var interner = new WeakStringInterner();
        string[] kept = [.. Enumerable.Range(0, 300).Select(i => interner.Intern($"kept {i}".AsSpan()))];
        int lost = 0;
        Crowd.Run(
            output,
            (worker, random, step) =>
            {
                int number = random.Next(kept.Length);
                switch (worker)
                {
                    case 0 when step % 2_000 == 0:
                        GC.Collect(step % 4_000 == 0 ? 2 : 0);
                        break;
                    case 0 when step % 500 == 0:
                        interner.Trim();
                        break;
                    case 0 or 1:
                        string text = $"{random.Next(5_000)}";
                        Assert.Equal(text, interner.Intern(text.AsSpan()));
                        break;
                    case 2 when step % 50 == 0:
                        interner.Remove($"{random.Next(5_000)}");
                        break;
                    default:
                        Interlocked.Add(
                            ref lost, ReferenceEquals(kept[number], interner.Intern($"kept {number}".AsSpan())) ? 0 : 1);
                        break;
                }
            },
            steps: 30_000);

        Assert.Equal(0, lost);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void Four_hundred_thousand_live_strings_keep_their_instances()
    {
        var interner = new WeakStringInterner();
        string[] kept = [.. Enumerable.Range(0, 400_000).Select(i => interner.Intern($"{i}".AsSpan()))];
        Collect();
        interner.Trim();

        Assert.Equal(0, Enumerable.Range(0, kept.Length).Count(i => !ReferenceEquals(kept[i], interner.Intern($"{i}".AsSpan()))));
        GC.KeepAlive(kept);
    }

    [Fact]
    public void Clearing_forgets_live_strings_too()
    {
        var interner = new WeakStringInterner();
        string first = interner.Intern("text".AsSpan());

        interner.Clear();

        Assert.Equal(0, interner.Count);
        Assert.NotSame(first, interner.Intern("text".AsSpan()));
    }

    [Fact]
    public void An_interner_that_is_forgotten_gives_its_handles_back()
    {
        // A wrong release would show only when other strings reuse the handles.
        for (int round = 0; round < 20; round++)
        {
            Fill(new WeakStringInterner(), 1_000);
            Collect();
            var interner = new WeakStringInterner();
            string[] kept = [.. Enumerable.Range(0, 1_000).Select(i => interner.Intern($"{i}".AsSpan()))];
            Assert.All(kept, text => Assert.Same(text, interner.Intern(text.AsSpan())));
        }
    }

    [Fact]
    public void An_interner_that_was_never_finished_is_finalized_without_harm()
    {
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<ArgumentOutOfRangeException>(
                static () => new WeakStringInterner(new WeakStringInternerOptions { Capacity = -1 }));
        }

        // An exception in a finalizer crashes the process.
        Collect();
    }

    // The first finalization disposes the interner; the next one frees the handles, when no thread can still read them.
    [Fact]
    public void An_interner_that_a_finalizer_brings_back_throws_instead_of_reading_freed_handles()
    {
        Forget();
        Collect();

        WeakStringInterner interner = s_broughtBack!;
        Assert.NotNull(interner);
        AssertEnded(interner);
        s_broughtBack = null;

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            var interner = new WeakStringInterner();
            interner.Intern("text".AsSpan());
            GC.KeepAlive(new Bringer(interner));
        }
    }

    [Fact]
    public void An_interner_that_is_found_through_a_long_weak_reference_throws_instead_of_reading_freed_handles()
    {
        WeakReference<WeakStringInterner> reference = Forget();
        for (int i = 0; i < 10; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            AssertEndedIfThere(reference);
        }

        Assert.False(reference.TryGetTarget(out _));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void AssertEndedIfThere(WeakReference<WeakStringInterner> reference)
        {
            if (reference.TryGetTarget(out WeakStringInterner? interner))
            {
                AssertEnded(interner);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference<WeakStringInterner> Forget()
        {
            var interner = new WeakStringInterner();
            Fill(interner, 1_000);
            return new WeakReference<WeakStringInterner>(interner, trackResurrection: true);
        }
    }

    private static void AssertEnded(WeakStringInterner interner)
    {
        Assert.Throws<ObjectDisposedException>(() => interner.Intern("text"));
        Assert.Throws<ObjectDisposedException>(() => interner.Intern("text".AsSpan()));
        Assert.Throws<ObjectDisposedException>(() => interner.Intern("text"u8));
        Assert.Throws<ObjectDisposedException>(() => interner.TryIntern("text".AsSpan(), out _));
        Assert.Throws<ObjectDisposedException>(() => interner.TryGet("text", out _));
        Assert.Throws<ObjectDisposedException>(() => interner.TryGet("text"u8, out _));
        Assert.Throws<ObjectDisposedException>(() => interner.Remove("text"));
        Assert.Throws<ObjectDisposedException>(interner.Clear);
        Assert.Throws<ObjectDisposedException>(() => interner.Trim());
        Assert.Throws<ObjectDisposedException>(() => interner.GetStatistics());
    }

    // The number of strings while all added strings are referenced, so that no collection changes the number.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Fill(WeakStringInterner interner, int count, int first = 0)
    {
        var filled = new string[count];
        for (int i = first; i < first + count; i++)
        {
            filled[i - first] = interner.Intern((i % 3 == 0 ? $"{i}" : new string('x', 600) + i).AsSpan());
        }

        int total = interner.Count;
        GC.KeepAlive(filled);
        return total;
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private sealed class Bringer(WeakStringInterner interner)
    {
        ~Bringer() => s_broughtBack = interner;
    }

    private sealed class Resurrector(string text)
    {
        ~Resurrector() => s_resurrected = text;
    }
}
