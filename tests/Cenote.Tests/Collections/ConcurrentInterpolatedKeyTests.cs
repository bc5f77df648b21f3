using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>Interpolated keys of the concurrent dictionary equal the strings that the compiler would create.</summary>
public sealed class ConcurrentInterpolatedKeyTests : IDisposable
{
    private readonly ConcurrentPooledStringDictionary<int> _dictionary = new();

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void Every_member_takes_an_interpolated_key()
    {
        int id = 7;
        Assert.True(_dictionary.TryAdd($"key {id}", 1));
        Assert.False(_dictionary.TryAdd($"key {id}", 2, out bool exists));
        Assert.True(exists);
        Assert.True(_dictionary.ContainsKey($"key {id}"));
        Assert.False(_dictionary.ContainsKey($"key {id + 1}"));
        Assert.True(_dictionary.TryGetValue($"key {id}", out int value));
        Assert.Equal(1, value);
        Assert.Equal(1, _dictionary.GetOrAdd($"key {id}", 3));
        Assert.True(_dictionary.Set($"key {id}", 4, out int old));
        Assert.Equal(1, old);
        _dictionary[$"key {id}"] += 5;
        Assert.Equal(9, _dictionary["key 7"]);
        Assert.True(_dictionary.TryRemove($"key {id}", out value));
        Assert.Equal(9, value);
        Assert.True(_dictionary.IsEmpty);
    }

    [Fact]
    public void Updates_take_an_interpolated_key()
    {
        int id = 7;
        ReadOnlySpan<int> state = stackalloc int[] { 10, 20 };
        Assert.Equal(3, _dictionary.GetOrAdd($"key {id}", static key => key.Length - 2));
        Assert.Equal(4, _dictionary.GetOrAdd($"four {id}", static four => four, 4));
        Assert.Equal(6, _dictionary.GetOrAdd($"five {id}", static (key, state) => key.Length, state));
        Assert.Equal(20, _dictionary.GetOrAdd($"six {id}", static state => state[1], state));
        Assert.Equal(6, _dictionary.AddOrUpdate($"key {id}", 1, static value => 2 * value));
        Assert.Equal(11, _dictionary.AddOrUpdate($"key {id}", static _ => 1, static (key, value) => key.Length + value));
        Assert.Equal(
            21, _dictionary.AddOrUpdate($"key {id}", static (_, _) => 1, static (_, value, state) => value + state[0], state));
        Assert.False(_dictionary.TryUpdate($"key {id}", 30, 22));
        Assert.True(_dictionary.TryUpdate($"key {id}", 30, 21));
        Assert.True(_dictionary.TryExchange($"key {id}", 31, out int old));
        Assert.Equal((30, 31), (old, _dictionary["key 7"]));
        Assert.False(_dictionary.TryExchange($"none {id}", 1, out _));
        Assert.False(_dictionary.TryRemove($"key {id}", 30));
        Assert.True(_dictionary.TryRemove($"key {id}", 31));
        Assert.Equal(3, _dictionary.Count);
    }

    [OptimizedFact]
    public void An_interpolated_key_is_updated_without_an_allocation()
    {
        Func<int, int> increment = static value => value + 1;
        Func<ReadOnlySpan<char>, int> length = static key => key.Length;
        int id = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                id = (id + 1) % 10;
                _dictionary.GetOrAdd($"key {id}", length);
                _dictionary.GetOrAdd($"key {id}", static (key, more) => key.Length + more, i);
                _dictionary.GetOrAdd($"key {id}", static more => more, i);
                _dictionary.AddOrUpdate($"key {id}", 1, increment);
                _dictionary.AddOrUpdate($"key {id}", length, static (_, value) => value);
                _dictionary.AddOrUpdate($"key {id}", static (_, more) => more, static (_, value, more) => value + more, i);
                _dictionary.TryUpdate($"key {id}", i, -1);
                _dictionary.TryExchange($"key {id}", i, out _);
                _dictionary.TryRemove($"key {id}", i);
            }
        });

        Assert.Equal(0, allocated);
    }

    [OptimizedFact]
    public void An_interpolated_key_is_looked_up_without_an_allocation()
    {
        for (int id = 0; id < 100; id++)
        {
            _dictionary[$"key {id}"] = id;
        }

        long allocated = ManagedAllocations.Of(() =>
        {
            for (int id = 0; id < 100; id++)
            {
                if (!_dictionary.ContainsKey($"key {id}"))
                {
                    throw new InvalidOperationException("A key is missing.");
                }
            }
        });

        Assert.Equal(0, allocated);
    }
}
