using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Sdk;

namespace Cenote.Tests.Collections.Native;

/// <summary>Random operations on a <see cref="NativeDictionary{TKey, TValue}"/> and on a dictionary of the framework.</summary>
internal sealed class NativeDictionaryModel<TKey, TValue>(
    NativeDictionary<TKey, TValue> dictionary, Func<int, TKey> keyOf, Func<int, TValue> valueOf, int seed)
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    private const int PhaseSteps = 2_000;

    private readonly Dictionary<TKey, TValue> _model = new(dictionary.Comparer);
    private readonly Random _random = new(seed);
    private readonly EqualityComparer<TValue> _values = EqualityComparer<TValue>.Default;
    private long _steps;

    /// <summary>How many different keys there are.</summary>
    public int Keys { get; init; } = 3_000;

    /// <summary>How often memory was refused.</summary>
    public int Refusals { get; private set; }

    public long Steps => _steps;

    /// <summary>Goes on for so many steps, or for as long as the settings of the run say, whichever is more.</summary>
    public void Run(int steps)
    {
        int enough = RunSettings.Length(steps);
        var clock = Stopwatch.StartNew();
        try
        {
            while (_steps < enough || clock.Elapsed < RunSettings.Soak)
            {
                Step((int)(_steps / PhaseSteps % 4));
                _steps++;
            }

            CheckAll();
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {_steps}: {exception.Message}", exception);
        }
    }

    private void Step(int phase)
    {
        TKey key = keyOf(_random.Next(Keys));
        TValue value = valueOf(_random.Next());

        // Growth, decline, and twice both.
        int growth = phase switch { 0 => 70, 1 => 20, _ => 45 };
        if (_random.Next(100) < growth)
        {
            Add(key, value);
            return;
        }

        switch (_random.Next(100))
        {
            case < 60:
                Remove(key);
                break;
            case < 90:
                Look(key);
                break;
            case < 96:
                LookInBatch();
                break;
            case < 98:
                _ = dictionary.Trim();
                break;
            case 98 when _random.Next(20) == 0:
                Clear();
                break;
            default:
                CheckSome();
                break;
        }
    }

    private void Add(TKey key, TValue value)
    {
        bool exists = _model.ContainsKey(key);
        try
        {
            switch (_random.Next(5))
            {
                case 0:
                    dictionary[key] = value;
                    break;
                case 1:
                    ref TValue place = ref dictionary.GetValueRefOrAddDefault(key, out bool existed);
                    Assert.Equal(exists, existed);
                    Assert.Equal(exists ? _model[key] : default, place);
                    place = value;
                    break;
                case 2:
                    Assert.Equal(exists ? 0 : 1, dictionary.AddMany([key, key], [value, value]));
                    value = exists ? _model[key] : value;
                    break;
                case 3 when exists:
                    Assert.Throws<ArgumentException>(() => dictionary.Add(key, value));
                    return;
                case 3:
                    dictionary.Add(key, value);
                    break;
                default:
                    bool added = dictionary.TryAdd(key, value, out existed);
                    Assert.Equal(exists, existed);
                    if (!added && !exists)
                    {
                        Refusals++;
                        return;
                    }

                    Assert.Equal(!exists, added);
                    value = exists ? _model[key] : value;
                    break;
            }
        }
        catch (OutOfMemoryException)
        {
            Assert.False(exists, "A key that is there needs no memory.");
            Assert.False(dictionary.ContainsKey(key));
            Refusals++;
            return;
        }

        _model[key] = value;
    }

    private void Remove(TKey key)
    {
        if (_random.Next(200) == 0)
        {
            int rest = _random.Next(3);
            int removed = dictionary.RemoveWhere((each, _) => (each.GetHashCode() & 3) == rest);
            TKey[] gone = [.. _model.Keys.Where(each => (each.GetHashCode() & 3) == rest)];
            Array.ForEach(gone, each => _model.Remove(each));
            Assert.Equal(gone.Length, removed);
            CheckAll();
            return;
        }

        bool expected = _model.Remove(key, out TValue old);
        Assert.Equal(expected, dictionary.Remove(key, out TValue value));
        Assert.Equal(old, value);
    }

    private void Look(TKey key)
    {
        bool expected = _model.TryGetValue(key, out TValue old);
        Assert.Equal(expected, dictionary.TryGetValue(key, out TValue value));
        Assert.Equal(old, value);
        Assert.Equal(expected, dictionary.ContainsKey(key));
        ref TValue place = ref dictionary.GetValueRefOrNullRef(key);
        Assert.Equal(expected, !Unsafe.IsNullRef(ref place));
        if (!expected)
        {
            Assert.Throws<KeyNotFoundException>(() => dictionary[key]);
        }
    }

    private void LookInBatch()
    {
        TKey[] keys = [.. Enumerable.Range(0, _random.Next(40)).Select(_ => keyOf(_random.Next(Keys)))];
        TValue[] values = new TValue[keys.Length];
        bool[] found = new bool[keys.Length];
        int count = dictionary.TryGetValues(keys, values, found);
        Assert.Equal(found.Count(static each => each), count);
        for (int i = 0; i < keys.Length; i++)
        {
            Assert.Equal(_model.TryGetValue(keys[i], out TValue expected), found[i]);
            Assert.Equal(expected, values[i]);
        }
    }

    private void Clear()
    {
        dictionary.Clear();
        _model.Clear();
        CheckAll();
    }

    private void CheckSome()
    {
        Assert.Equal(_model.Count, dictionary.Count);
        if (_random.Next(30) == 0)
        {
            CheckAll();
        }
        else if (_random.Next(4) == 0)
        {
            try
            {
                Assert.True(dictionary.EnsureCapacity(_random.Next(2 * Keys)) > 0);
            }
            catch (OutOfMemoryException)
            {
                Refusals++;
            }
        }
    }

    private void CheckAll()
    {
        int seen = 0;
        foreach ((TKey key, TValue value) in dictionary)
        {
            Assert.True(_model.TryGetValue(key, out TValue expected), "A key is there that was not added.");
            Assert.True(_values.Equals(expected, value), "A key has the value of another one.");
            seen++;
        }

        Assert.Equal(_model.Count, seen);
        foreach ((TKey key, TValue value) in _model)
        {
            Assert.True(dictionary.TryGetValue(key, out TValue found) && _values.Equals(found, value), "A key is lost.");
        }

        NativeDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.Equal(_model.Count, statistics.Count);
        Assert.Equal((long)statistics.EntryBytes * statistics.Count, statistics.BytesUsed);
        Assert.InRange(statistics.BytesUsed, 0, statistics.BytesReserved - statistics.TableBytes);
        Assert.Equal(0, statistics.BytesReserved % AddressSpace.GranuleBytes);
    }
}
