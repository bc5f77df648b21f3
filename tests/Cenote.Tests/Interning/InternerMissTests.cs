using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Interning;

/// <summary>
/// If a lock-free lookup finds nothing, the string is absent, regardless of other threads. Each thread has its own strings, so it
/// knows which are present.
/// </summary>
public sealed class InternerMissTests(ITestOutputHelper output)
{
    private const int Own = 60;

    [Theory]
    [InlineData(false, StringComparison.Ordinal)]
    [InlineData(true, StringComparison.Ordinal)]
    [InlineData(false, StringComparison.OrdinalIgnoreCase)]
    public void An_exact_interner_knows_what_is_there_beside_growth_trimming_and_changes_of_the_hash(
        bool flooded, StringComparison comparison)
    {
        var interner = new StringInterner(new StringInternerOptions { Comparison = comparison });
        Ask(
            flooded,
            interner.TryGet,
            interner.TryGet,
            text => interner.Intern(text),
            text => interner.Remove(text),
            () => interner.Trim());

        Assert.Equal(flooded ? 1 : 0, interner.GetStatistics().Rehashes);
    }

    [Theory]
    [InlineData(false, StringComparison.Ordinal)]
    [InlineData(true, StringComparison.Ordinal)]
    [InlineData(false, StringComparison.OrdinalIgnoreCase)]
    public void A_weak_interner_knows_what_is_there_beside_growth_trimming_and_changes_of_the_hash(
        bool flooded, StringComparison comparison)
    {
        var interner = new WeakStringInterner(new WeakStringInternerOptions { Comparison = comparison });
        Ask(
            flooded,
            interner.TryGet,
            interner.TryGet,
            text => interner.Intern(text),
            text => interner.Remove(text),
            () => interner.Trim());

        Assert.Equal(flooded ? 1 : 0, interner.GetStatistics().Rehashes);
    }

    [Fact]
    public void What_was_interned_after_a_Clear_is_there_until_the_next()
    {
        var interner = new StringInterner();
        int begun = 0;
        int ended = 0;
        Crowd.Run(output, (worker, random, step) =>
        {
            if (worker == 0)
            {
                if (step % 16 == 0)
                {
                    Interlocked.Increment(ref begun);
                    interner.Clear();
                    Interlocked.Increment(ref ended);
                }

                interner.Intern($"{random.Next(20_000)}");
                return;
            }

            string text = OwnText(worker, random.Next(Own));
            int clears = Volatile.Read(ref begun);
            bool idle = Volatile.Read(ref ended) == clears;
            interner.Intern(text);
            bool found = interner.TryGet(Encoding.UTF8.GetBytes(text), out string? again);
            Assert.True(found || !idle || Volatile.Read(ref begun) != clears, text);
            Assert.Equal(found ? text : null, again);
            interner.Remove(text);
            Assert.False(interner.TryGet(text, out _));
        });
    }

    private delegate bool Finder<T>(ReadOnlySpan<T> text, out string? interned);

    // Strings are short or long, ASCII or not.
    private static string OwnText(int worker, int number) => (number % 4) switch
    {
        0 => $"{worker}.{number}",
        1 => $"größer {worker}.{number}",
        2 => $"{new string('x', 10)}{worker}.{number:000}{new string('x', 85)}",
        _ => $"{new string('ж', 10)}{worker}.{number:000}{new string('ж', 85)}",
    };

    // Adds, removes and trims. A flood first adds long strings that differ only in unsampled chars, then strings that collide
    // despite the secret.
    private static void Disturb(
        bool flooded, Random random, long step, Func<string, string> intern, Func<string, bool> remove, Action trim)
    {
        string other = $"{random.Next(20_000)}";
        if (flooded && step is > 500 and < 2_000)
        {
            intern(step < 1_000 ? $"{new string('y', 10)}{step:00000}{new string('y', 85)}" : Collisions.Make((int)step));
        }
        else if (step % 2_000 == 1_999)
        {
            trim();
        }
        else if (step % 3 == 0)
        {
            remove(other);
        }
        else
        {
            intern(other);
        }
    }

    private void Ask(
        bool flooded,
        Finder<char> get,
        Finder<byte> getUtf8,
        Func<string, string> intern,
        Func<string, bool> remove,
        Action trim)
    {
        string?[][] held = [.. Enumerable.Range(0, Crowd.Threads).Select(_ => new string?[Own])];
        Crowd.Run(output, (worker, random, step) =>
        {
            if (worker == 0)
            {
                Disturb(flooded, random, step, intern, remove, trim);
                return;
            }

            int number = random.Next(Own);
            string text = OwnText(worker, number);
            ref string? mine = ref held[worker][number];
            switch (random.Next(4))
            {
                case 0:
                    mine = intern(text);
                    break;
                case 1:
                    Assert.Equal(mine is not null, remove(text));
                    mine = null;
                    break;
                case 2:
                    Assert.Equal(mine is not null, get(text, out string? found));
                    Assert.Same(mine, found);
                    break;
                default:
                    Assert.Equal(mine is not null, getUtf8(Encoding.UTF8.GetBytes(text), out string? foundUtf8));
                    Assert.Same(mine, foundUtf8);
                    break;
            }
        });
        GC.KeepAlive(held);
    }
}
