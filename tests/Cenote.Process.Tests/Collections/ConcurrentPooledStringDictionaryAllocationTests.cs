using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>In steady state nothing is allocated on the managed heap.</summary>
public sealed class ConcurrentPooledStringDictionaryAllocationTests : IDisposable
{
    private readonly ConcurrentPooledStringDictionary<int> _numbers = new();
    private readonly ConcurrentPooledStringDictionary<string> _references = new();
    private readonly string[] _keys =
        [.. Enumerable.Range(0, 1_000).Select(static i => i % 7 == 0 ? $"schlüssel {i}" : new string('k', i % 300) + i)];

    private readonly byte[][] _utf8;

    public ConcurrentPooledStringDictionaryAllocationTests()
    {
        _utf8 = [.. _keys.Select(Encoding.UTF8.GetBytes)];
        foreach (string key in _keys)
        {
            _numbers[key] = key.Length;
            _references[key] = key;
        }
    }

    public void Dispose()
    {
        _numbers.Dispose();
        _references.Dispose();
    }

    [Fact]
    public void Looking_up() => Check(() =>
    {
        for (int i = 0; i < _keys.Length; i++)
        {
            Require(
                _numbers[_keys[i]] == _keys[i].Length && _references.TryGetValue(_utf8[i], out string? value)
                    && value == _keys[i]);
        }
    });

    [Fact]
    public void Updating() => Check(() =>
    {
        foreach (string key in _keys)
        {
            _numbers[key] = key.Length;
            Require(_numbers.GetOrAdd(key, 0) == key.Length);
            Require(_numbers.AddOrUpdate(key, 0, static value => value) == key.Length);
            Require(_references.TryUpdate(key, key, key));
        }
    });

    [Fact]
    public void Replacing_with_a_state_and_learning_what_was_there() => Check(() =>
    {
        for (int i = 0; i < _keys.Length; i++)
        {
            string key = _keys[i];
            byte[] utf8 = _utf8[i];
            Require(_numbers.Set(key, key.Length, out int old) && old == key.Length);
            Require(_numbers.TryExchange(utf8, old, out old) && old == key.Length);
            Require(_numbers.AddOrUpdate(key, static (_, _) => 0, static (_, found, state) => (2 * found) - state, old) == old);
            Require(_numbers.AddOrUpdate(utf8, static key => 0, static (key, value) => key.Length) == old);
            Require(_numbers.GetOrAdd(key, static key => 0) == old);
            Require(_numbers.GetOrAdd(utf8, static (key, state) => state, 0) == old);
            Require(_references.TryExchange(key, key, out string? text) && text == key && !_references.TryRemove(key, "none"));
        }
    });

    [Fact]
    public void Removing_and_adding() => Check(() =>
    {
        foreach (string key in _keys)
        {
            Require(_numbers.TryRemove(key, out _) && _references.TryRemove(key, out _));
        }

        foreach (string key in _keys)
        {
            Require(_numbers.TryAdd(key, key.Length) && _references.TryAdd(key, key));
        }
    });

    [Fact]
    public void Counting() =>
        Check(() => Require(_numbers.Count == _keys.Length && _numbers.GetStatistics().Count == _keys.Length));

    private static void Check(Action code) => Assert.Equal(0, ManagedAllocations.Of(code));

    // xunit assertions allocate.
    private static void Require(bool condition)
    {
        if (!condition)
        {
            Assert.Fail("The measured code returned a wrong result.");
        }
    }
}
