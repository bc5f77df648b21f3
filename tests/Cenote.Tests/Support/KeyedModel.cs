using System.Text;
using Cenote.Collections;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// Checks a dictionary with pooled keys against a dictionary of the framework: random operations on both must give equal results.
/// </summary>
internal sealed class KeyedModel<TValue>(
    PooledStringDictionary<TValue> tested, Func<int, TValue> valueOf, int seed, bool memoryIsShort)
{
    private const int PhaseSteps = 3_000;

    private readonly Dictionary<string, TValue> _model = new(StringComparer.Ordinal);
    private readonly Random _random = new(seed);
    private int _steps;
    private int _refusals;

    /// <summary>The number of keys looked up, added, replaced, removed or enumerated, and compared with the model.</summary>
    public long Operations { get; private set; }

    /// <summary>The number of different keys.</summary>
    public int Universe { get; init; } = 4_000;

    /// <summary>Runs random operations, then disposes the dictionary; a failure reports the seed.</summary>
    /// <returns>The number of times the dictionary refused a key.</returns>
    public int Run(int steps)
    {
        int enough = RunSettings.Length(steps);
        try
        {
            while (_steps < (memoryIsShort && _refusals == 0 ? steps : enough))
            {
                Step();
            }

            CheckAll();
            tested.Dispose();
            Assert.Equal(0, tested.BytesReserved);
            return _refusals;
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {_steps}: {exception.Message}", exception);
        }
        finally
        {
            tested.Dispose();
        }
    }

    private void Step()
    {
        bool grows = (_steps++ / PhaseSteps) % 2 == 0;
        Operations++;
        string key = RandomKeys.FromUniverse(_random, Universe);
        switch (_random.Next(1_000))
        {
            case < 1:
                tested.Clear();
                _model.Clear();
                CheckAll();
                break;
            case < 4:
                Trim();
                break;
            case < 8:
                CheckAll();
                break;
            case < 10:
                RemoveWhileEnumerating();
                break;
            case < 30:
                AddMany();
                break;
            case < 50:
                LookUpMany();
                break;
            case < 300:
                LookUp(key);
                break;
            case < 550:
                Add(key);
                break;
            case < 800:
                if (grows)
                {
                    Add(key);
                }
                else
                {
                    Remove(key);
                }

                break;
            default:
                Remove(key);
                break;
        }

        Assert.Equal(_model.Count, tested.Count);
    }

    private void Add(string key)
    {
        TValue value = valueOf(_random.Next());
        try
        {
            switch (_random.Next(6))
            {
                case 0:
                    tested[key] = value;
                    _model[key] = value;
                    break;
                case 1:
                    tested.GetValueRefOrAddDefault(key, out bool exists) = value;
                    Assert.Equal(_model.ContainsKey(key), exists);
                    _model[key] = value;
                    break;
                case 2 when Utf8Of(key) is { } utf8:
                    tested[utf8] = value;
                    _model[key] = value;
                    break;
                case 3 when Utf8Of(key) is { } utf8:
                    CheckAdded(key, value, tested.TryAdd(utf8, value, out bool utf8Exists), utf8Exists);
                    break;
                case 4:
                    CheckAdded(key, value, tested.TryAdd(key, value, out bool keyExists), keyExists);
                    break;
                default:
                    bool expected = !_model.ContainsKey(key);
                    Assert.Equal(expected, tested.AddIfAbsent(key, value));
                    _model.TryAdd(key, value);
                    break;
            }
        }
        catch (OutOfMemoryException) when (memoryIsShort)
        {
            Assert.False(_model.ContainsKey(key), "An existing key needs no memory.");
            CheckRefusal();
        }
    }

    // If a key does not fit in memory, the call returns false instead of throwing.
    private void CheckAdded(string key, TValue value, bool added, bool exists)
    {
        Assert.Equal(_model.ContainsKey(key), exists);
        if (!added && !exists)
        {
            Assert.True(memoryIsShort, "A key was refused.");
            CheckRefusal();
            return;
        }

        Assert.Equal(!exists, added);
        _model.TryAdd(key, value);
    }

    private void AddMany()
    {
        string[] keys = [.. Enumerable.Range(0, _random.Next(40)).Select(_ => RandomKeys.FromUniverse(_random, Universe))];
        Operations += keys.Length;
        TValue[] values = [.. keys.Select(_ => valueOf(_random.Next()))];
        try
        {
            int expected = keys.Distinct(StringComparer.Ordinal).Count(key => !_model.ContainsKey(key));
            int added = _random.Next(2) == 0
                ? tested.AddMany(keys, values)
                : tested.AddMany(Join(keys, out Range[] ranges), ranges, values);
            Assert.Equal(expected, added);
        }
        catch (OutOfMemoryException) when (memoryIsShort)
        {
            // The keys before the refused one are present.
            int there = keys.TakeWhile(key => tested.ContainsKey(key)).Count();
            keys = keys[..there];
            Array.ForEach(Enumerable.Range(0, there).ToArray(), i => _model.TryAdd(keys[i], values[i]));
            CheckRefusal();
            return;
        }

        for (int i = 0; i < keys.Length; i++)
        {
            _model.TryAdd(keys[i], values[i]);
        }
    }

    private void Remove(string key)
    {
        bool expected = _model.Remove(key, out TValue? expectedValue);
        byte[]? utf8 = _random.Next(3) == 0 ? Utf8Of(key) : null;
        TValue? value;
        bool removed = utf8 is null ? tested.Remove(key, out value) : tested.Remove(utf8, out value);
        Assert.Equal(expected, removed);
        Assert.Equal(expectedValue, value);
    }

    private void LookUp(string key)
    {
        bool expected = _model.TryGetValue(key, out TValue? expectedValue);
        byte[]? utf8 = _random.Next(3) == 0 ? Utf8Of(key) : null;
        TValue? value;
        bool found = utf8 is null ? tested.TryGetValue(key, out value) : tested.TryGetValue(utf8, out value);
        Assert.Equal(expected, found);
        Assert.Equal(expectedValue, value);
        Assert.Equal(expected, utf8 is null ? tested.ContainsKey(key) : tested.ContainsKey(utf8));
    }

    private void LookUpMany()
    {
        string[] keys = [.. Enumerable.Range(0, _random.Next(40)).Select(_ => RandomKeys.FromUniverse(_random, Universe))];
        Operations += keys.Length;
        TValue[] values = new TValue[keys.Length];
        bool[] found = new bool[keys.Length];
        int count = _random.Next(2) == 0
            ? tested.TryGetValues(keys, values, found)
            : tested.TryGetValues(Join(keys, out Range[] ranges), ranges, values, found);

        Assert.Equal(found.Count(static found => found), count);
        for (int i = 0; i < keys.Length; i++)
        {
            Assert.Equal(_model.TryGetValue(keys[i], out TValue? expected), found[i]);
            Assert.Equal(expected, values[i]);
        }
    }

    private void Trim()
    {
        long before = tested.BytesReserved;
        long given = tested.Trim();
        Assert.Equal(before - given, tested.BytesReserved);
        Assert.InRange(given, 0, before);
        CheckAll();
    }

    private void RemoveWhileEnumerating()
    {
        var expected = new Dictionary<string, TValue>(_model, StringComparer.Ordinal);
        foreach ((ReadOnlySpan<char> span, TValue value) in tested)
        {
            string key = span.ToString();
            Operations++;
            Assert.True(expected.Remove(key, out TValue? expectedValue), "An entry was enumerated twice, or does not exist.");
            Assert.Equal(expectedValue, value);
            if (_random.Next(3) == 0)
            {
                Assert.True(tested.Remove(key));
                _model.Remove(key);
            }
            else if (_random.Next(3) == 0)
            {
                string other = RandomKeys.FromUniverse(_random, Universe);
                Assert.Equal(_model.Remove(other), tested.Remove(other));
                expected.Remove(other);
            }
        }

        Assert.Empty(expected);
        CheckAll();
    }

    // A refused key must have changed nothing.
    private void CheckRefusal()
    {
        _refusals++;
        CheckAll();
    }

    private void CheckAll()
    {
        int count = 0;
        long chars = 0;
        foreach (var entry in tested)
        {
            count++;
            chars += entry.KeyLength;
            Assert.True(_model.TryGetValue(entry.Key.ToString(), out TValue? value), "An enumerated key was never added.");
            CheckValue(value, entry.Value);
        }

        Operations += 2 * count;
        Assert.Equal(_model.Count, count);
        Assert.Equal(_model.Keys.Sum(static key => (long)key.Length), chars);
        foreach ((string key, TValue value) in _model)
        {
            CheckValue(value, tested[key]);
        }

        PooledStringDictionaryStatistics statistics = tested.GetStatistics();
        Assert.Equal(_model.Count, statistics.Count);
        Assert.Equal(tested.BytesReserved, statistics.BytesReserved);
        long utf8Bytes = _model.Keys.Sum(static key => (long)Encoding.UTF8.GetByteCount(key));
        Assert.InRange(statistics.TextBytes, chars, Math.Max(2 * chars, utf8Bytes));
        Assert.InRange(statistics.FreeBytes, 0, statistics.BytesReserved - statistics.TableBytes);
        Assert.Equal(0, statistics.Rehashes);
    }

    // Used in loops over all keys, where an xunit assertion would take most of the time.
    private static void CheckValue(TValue? expected, TValue? actual)
    {
        if (!EqualityComparer<TValue>.Default.Equals(expected, actual))
        {
            Assert.Equal(expected, actual);
        }
    }

    private static string Join(string[] keys, out Range[] ranges)
    {
        var text = new StringBuilder();
        ranges = new Range[keys.Length];
        for (int i = 0; i < keys.Length; i++)
        {
            int start = text.Length;
            text.Append(keys[i]);
            ranges[i] = start..text.Length;
        }

        return text.ToString();
    }

    // Lone surrogates have no UTF-8 form.
    private static byte[]? Utf8Of(string key)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(key);
        return Encoding.UTF8.GetString(utf8) == key ? utf8 : null;
    }
}
