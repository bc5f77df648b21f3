using System.Text;
using Cenote.Interning;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Interning;

/// <summary>Many threads on one interner; <c>CENOTE_SOAK_SECONDS</c> extends the run.</summary>
public sealed class StringInternerSoakTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_text_that_nobody_removes_has_one_instance_while_others_remove_grow_and_trim(bool flooded)
    {
        var interner = new StringInterner();
        string[] kept =
            [.. Enumerable.Range(0, 500).Select(i => interner.Intern(i % 2 == 0 ? $"kept {i}" : new string('k', i % 90) + i))];
        int lost = 0;
        Crowd.Run(output, (worker, random, step) =>
        {
            string text = kept[random.Next(kept.Length)];
            string other = $"{random.Next(20_000)}";
            switch (worker)
            {
                case 0 when step % 4_000 == 3_999:
                    interner.Trim();
                    break;
                case 0 when flooded && step < 5_000:
                    interner.Intern(Collisions.Make((int)step));
                    break;
                case 0 or 1 when step % 3 > 0:
                    Assert.Equal(other, interner.Intern(other.AsSpan()));
                    break;
                case 0 or 1:
                    interner.Remove(other);
                    break;
                case 2:
                    Interlocked.Add(ref lost, ReferenceEquals(text, interner.Intern(Encoding.UTF8.GetBytes(text))) ? 0 : 1);
                    break;
                case 3:
                    Interlocked.Add(ref lost, interner.TryGet(text, out string? found) && ReferenceEquals(text, found) ? 0 : 1);
                    break;
                default:
                    Interlocked.Add(ref lost, ReferenceEquals(text, interner.Intern(text.AsSpan())) ? 0 : 1);
                    break;
            }
        });

        Assert.Equal(0, lost);
        Assert.InRange(interner.GetStatistics().Rehashes, flooded ? 1 : 0, flooded ? 1 : 0);
        Assert.Equal(interner.Count, interner.GetStatistics().Count);
    }

    [Fact]
    public void The_limit_of_bytes_is_kept_exactly_beside_other_threads()
    {
        const long Limit = 6_000;
        var interner = new StringInterner(new StringInternerOptions { MaximumBytes = Limit });
        Crowd.Run(output, (worker, random, step) =>
        {
            string text = $"{random.Next(2_000)}{new string('x', random.Next(3) * 20)}";
            switch (random.Next(1_000))
            {
                case 0 when step % 10 == 0:
                    interner.Clear();
                    break;
                case < 300:
                    interner.Remove(text);
                    break;
                case < 310:
                    Assert.InRange(interner.GetStatistics().StringBytes, 0, Limit);
                    break;
                default:
                    Assert.Equal(interner.TryIntern(text.AsSpan(), out string? interned) ? text : null, interned);
                    break;
            }
        });

        // After Clear, strings fill the whole limit again, so no reserved space was lost.
        interner.Clear();
        for (int i = 0; i < Limit; i++)
        {
            interner.TryIntern($"{i}", out _);
        }

        Assert.InRange(interner.GetStatistics().StringBytes, Limit - 31, Limit);
    }

    [Fact]
    public void Threads_that_intern_the_same_new_texts_get_the_same_instances()
    {
        for (int round = 0; round < 20; round++)
        {
            var interner = new StringInterner();
            string[][] got = new string[Crowd.Threads][];
            using var barrier = new Barrier(Crowd.Threads);
            Crowd.Run(worker =>
            {
                barrier.SignalAndWait();
                got[worker] = [.. Enumerable.Range(0, 2_000).Select(i => interner.Intern($"{i}".AsSpan()))];
            });

            Assert.All(got, texts => Assert.All(texts.Zip(got[0]), pair => Assert.Same(pair.First, pair.Second)));
            Assert.Equal(2_000, interner.Count);
        }
    }

    [Fact]
    public void Of_threads_that_remove_the_same_text_one_does()
    {
        var interner = new StringInterner();
        for (int round = 0; round < 300; round++)
        {
            string text = interner.Intern($"text {round}");
            int removals = 0;
            Crowd.Run(_ => Interlocked.Add(ref removals, interner.Remove(text) ? 1 : 0));

            Assert.Equal(1, removals);
        }

        Assert.Equal(0, interner.Count);
    }

    [Fact]
    public void Beside_removals_and_clearing_every_text_comes_back_as_itself()
    {
        var interner = new StringInterner();
        Crowd.Run(output, (_, random, _) =>
        {
            string text = $"{random.Next(300)}";
            switch (random.Next(1_000))
            {
                case 0:
                    interner.Clear();
                    break;
                case < 300:
                    interner.Remove(text);
                    break;
                default:
                    Assert.Equal(text, interner.Intern(text.AsSpan()));
                    break;
            }
        });

        Assert.InRange(interner.Count, 0, 300);
        InternerStatistics statistics = interner.GetStatistics();
        Assert.Equal(interner.Count, statistics.Additions - statistics.Removals);
    }
}
