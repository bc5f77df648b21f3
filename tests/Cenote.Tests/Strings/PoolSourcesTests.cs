using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

/// <summary>
/// Strings created from spans of the same pool while the pool grows, compacts, returns memory or is refused memory: the stored
/// text must be right.
/// </summary>
public sealed class PoolSourcesTests(ITestOutputHelper output)
{
    private const int Steps = 15_000;

    private readonly FailingPageSource _pages = new();

    [Fact]
    public void Segmented_pool()
    {
        using var pool = new SegmentedStringPool(new() { MaximumBytes = 1 << 20, SegmentBytes = 1 << 16 }, _pages);
        Run(new TestedStringPool(pool), static (_, _) => { });
    }

    [Fact]
    public void Concurrent_pool()
    {
        using var pool = new ConcurrentStringPool(new() { MaximumBytes = 1 << 20 }, _pages);
        Run(new TestedStringPool(pool), static (_, _) => { });
    }

    [Fact]
    public void Utf8_pool()
    {
        using var pool = new Utf8StringPool(new() { MaximumBytes = 1 << 20, SegmentBytes = 1 << 16 }, _pages);
        Run(new TestedUtf8Pool(pool), static (_, _) => { });
    }

    [Fact]
    public void Concurrent_utf8_pool()
    {
        using var pool = new ConcurrentUtf8StringPool(new() { MaximumBytes = 1 << 20 }, _pages);
        Run(new TestedUtf8Pool(pool), static (_, _) => { });
    }

    [Fact]
    public void Contiguous_pool()
    {
        using var pool = new UnmanagedStringPool(4_000, allowGrowth: true, _pages, TimeProvider.System);
        Run(
            new TestedUnmanagedPool(pool),
            (random, step) => pool.AllowGrowth = step % 100 == 0 ? random.Next(2) == 0 : pool.AllowGrowth);
    }

    [Fact]
    public void Utf8_of_another_pool_is_allocated_while_the_pool_is_compacted()
    {
        using var utf8 = new Utf8StringPool();
        using var pool = new UnmanagedStringPool(3_000, allowGrowth: false);
        PooledUtf8String source = utf8.Allocate(new string('s', 700));
        PooledString[] handles =
            [.. Enumerable.Range(0, 27).Select(number => pool.Allocate(new string((char)('a' + number), 100)))];
        for (int i = 0; i < 27; i += 2)
        {
            handles[i].Free();
        }

        Assert.True(pool.Allocate(source.AsSpan()).Equals(source.ToString()));
        for (int i = 1; i < 27; i += 2)
        {
            Assert.True(handles[i].Equals(new string((char)('a' + i), 100)));
        }
    }

    private void Run<THandle, TUnit>(TestedPool<THandle, TUnit> pool, Action<Random, int> beforeStep)
        where THandle : struct
        where TUnit : unmanaged, IEquatable<TUnit>
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        _pages.Fails = _ => random.Next(3) == 0;
        var live = new List<(THandle Handle, TUnit[] Text)> { New(10) };
        int refused = 0, made = 0;
        for (int step = 0; step < Steps; step++)
        {
            beforeStep(random, step);
            int kind = random.Next(12);
            if ((kind < 3 && live.Count > 1) || live.Count > 150)
            {
                int place = random.Next(live.Count);
                pool.Free(live[place].Handle);
                live.RemoveAt(place);
                continue;
            }

            (THandle handle, TUnit[] text) = live[random.Next(live.Count)];
            (THandle otherHandle, TUnit[] otherText) = live[random.Next(live.Count)];
            try
            {
                switch (kind)
                {
                    case < 5:
                        live.Add(New(random.Next(30) == 0 ? random.Next(1, 9_000) : random.Next(1, 300)));
                        break;
                    case 5:
                        Keep(pool.Allocate(pool.AsSpan(handle)), text);
                        break;
                    case 6:
                        Keep(pool.Duplicate(handle), text);
                        break;
                    case 7:
                        Keep(pool.CreateFrom(pool.AsSpan(handle)), text);
                        break;
                    case 8 when text.Length + otherText.Length < 20_000:
                        int index = random.Next(text.Length + 1);
                        Keep(
                            pool.Insert(
                                handle, index, pool.AsSpan(otherHandle)), [.. text[..index], .. otherText, .. text[index..]]);
                        break;
                    case 9 when text.Length + otherText.Length < 20_000:
                        int start = random.Next(text.Length);
                        int length = random.Next(1, text.Length - start + 1);
                        Keep(
                            pool.Replace(
                                handle, pool.AsSpan(handle).Slice(start, length), pool.AsSpan(otherHandle)), Replaced(text,
                                text.AsSpan(start, length), otherText));
                        break;
                    case 10:
                        int from = random.Next(text.Length);
                        Keep(pool.Allocate(pool.AsSpan(handle)[from..]), text[from..]);
                        break;
                    default:
                        pool.Trim();
                        break;
                }
            }
            catch (OutOfMemoryException)
            {
                refused++;
            }

            if (step % 50 == 0)
            {
                Assert.All(live, entry => Assert.True(pool.Equals(entry.Handle, entry.Text)));
                Assert.Equal(live.Count, pool.ActiveAllocations);
            }
        }

        output.WriteLine($"{made} made, {refused} refused");
        Assert.InRange(made, 500, Steps);

        (THandle Handle, TUnit[] Text) New(int length)
        {
            TUnit[] text = pool.Encode(string.Create(length, random, static (chars, random) =>
            {
                foreach (ref char unit in chars)
                {
                    unit = (char)random.Next('a', 'z' + 1);
                }
            }));
            return (pool.Allocate(text), text);
        }

        void Keep(THandle handle, TUnit[] expected)
        {
            made++;
            Assert.True(pool.Equals(handle, expected));
            live.Add((handle, expected));
            if (expected.Length > 9_000)
            {
                pool.Free(handle);
                live.RemoveAt(live.Count - 1);
            }
        }
    }

    private static TUnit[] Replaced<TUnit>(ReadOnlySpan<TUnit> text, ReadOnlySpan<TUnit> oldValue, ReadOnlySpan<TUnit> newValue)
        where TUnit : unmanaged, IEquatable<TUnit>
    {
        var result = new List<TUnit>();
        while (text.IndexOf(oldValue) is var next and >= 0)
        {
            result.AddRange(text[..next]);
            result.AddRange(newValue);
            text = text[(next + oldValue.Length)..];
        }

        result.AddRange(text);
        return [.. result];
    }
}
