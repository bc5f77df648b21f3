using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>Interpolated keys of the concurrent dictionary are the strings that the compiler would make of them.</summary>
public sealed class ConcurrentStringKeyHandlerTests : IDisposable
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
