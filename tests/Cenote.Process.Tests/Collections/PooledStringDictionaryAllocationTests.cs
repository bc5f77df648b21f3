using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>In steady state nothing is allocated on the managed heap.</summary>
public sealed class PooledStringDictionaryAllocationTests : IDisposable
{
    private const int Count = 1_000;

    private readonly PooledStringDictionary<int> _numbers = new();
    private readonly PooledStringDictionary<string> _references = new();
    private readonly PooledStringSet _items = new();
    private readonly string[] _keys =
        [.. Enumerable.Range(0, Count).Select(static i => i % 7 == 0 ? $"schlüssel {i}" : new string('k', i % 300) + i)];

    private readonly byte[][] _utf8;

    public PooledStringDictionaryAllocationTests()
    {
        _utf8 = [.. _keys.Select(Encoding.UTF8.GetBytes)];
        foreach (string key in _keys)
        {
            _numbers.Add(key, key.Length);
            _references.Add(key, key);
        }
    }

    public void Dispose()
    {
        _numbers.Dispose();
        _references.Dispose();
        _items.Dispose();
    }

    [Fact]
    public void Looking_up() => Check(() =>
    {
        foreach (string key in _keys)
        {
            Require(_numbers[key] == key.Length && _references.TryGetValue(key, out string? value) && value == key);
        }

        Require(!_numbers.ContainsKey("missing") && !_references.ContainsKey("missing".AsSpan(1)));
    });

    [Fact]
    public void Looking_up_utf8() => Check(() =>
    {
        foreach (byte[] key in _utf8)
        {
            Require(_numbers.TryGetValue(key, out _) && _references.ContainsKey(key));
        }
    });

    [Fact]
    public void Looking_up_by_interpolation() => Check(() =>
    {
        for (int i = 0; i < 100; i++)
        {
            Guid guid = new(i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            Require(!_numbers.ContainsKey($"no {i} {guid}") && !_numbers.TryGetValue($"no {guid:n}{i,5:x}", out _));
            Require(
                !_numbers.Remove($"no {i}") && !_numbers.Remove($"no {i}", out _) && !_references.ContainsKey($"{_keys[i]}!"));
            Require(System.Runtime.CompilerServices.Unsafe.IsNullRef(ref _numbers.GetValueRefOrNullRef($"no {i}")));
            _numbers.Add($"interpolated {i}", i);
            Require(
                !_numbers.TryAdd($"interpolated {i}", i) && !_numbers.TryAdd($"interpolated {i}", i, out bool exists) && exists);
            _numbers[$"interpolated {i}"] += _numbers[$"interpolated {i}"];
            Require(_numbers[$"interpolated {i}"] == 2 * i);
            Require(_numbers.GetValueRefOrAddDefault($"interpolated {i}", out exists) == 2 * i && exists);
            Require(_numbers.Remove($"interpolated {i}"));
            Require(_items.Add($"item {i}") && _items.Contains($"item {i}") && !_items.TryAdd($"item {i}", out exists) && exists);
            Require(_items.Remove($"item {i}"));
        }
    });

    [Fact]
    public void Looking_up_in_batches()
    {
        int[] values = new int[Count];
        bool[] found = new bool[Count];

        Check(() => Require(_numbers.TryGetValues(_keys, values, found) == Count));
    }

    [Fact]
    public void Updating() => Check(() =>
    {
        foreach (string key in _keys)
        {
            _numbers[key] = key.Length;
            _numbers.GetValueRefOrAddDefault(key, out bool exists)++;
            _references[key] = key;
            Require(exists);
        }
    });

    [Fact]
    public void Removing_and_adding() => Check(() =>
    {
        foreach (string key in _keys)
        {
            Require(_numbers.Remove(key) && _references.Remove(key));
        }

        foreach (string key in _keys)
        {
            Require(_numbers.TryAdd(key, key.Length) && _references.TryAdd(key, key));
        }
    });

    [Fact]
    public void Clearing_and_refilling() => Check(() =>
    {
        _numbers.Clear();
        foreach (string key in _keys)
        {
            Require(_numbers.TryAdd(key, key.Length));
        }
    });

    [Fact]
    public void Counting() => Check(() => Require(_numbers.GetStatistics().Count == Count && _references.ManagedBytes > 0));

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
