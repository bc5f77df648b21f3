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
    private const int MostInBatch = 40;
    private const int StepsPerLook = 1_024;

    // In soak runs, operations that take as long as hundreds of others run only once in 32 times on average.
    private static readonly int s_rareShare = RunSettings.Soak > TimeSpan.Zero ? 32 : 1;

    private readonly Dictionary<TKey, TValue> _model = new(dictionary.Comparer);
    private readonly Random _random = new(seed);
    private readonly TKey[] _keys = new TKey[MostInBatch];
    private readonly TValue[] _found = new TValue[MostInBatch];
    private long _steps;

    /// <summary>The number of different keys.</summary>
    public int Keys { get; init; } = 3_000;

    /// <summary>The number of refused memory requests.</summary>
    public int Refusals { get; private set; }

    public long Steps => _steps;

    /// <summary>The steps of all models of this process so far.</summary>
    public long AllSteps { get; private set; }

    private bool IsTurnOfRare => _random.Next(s_rareShare) == 0;

    /// <summary>Runs a share of the steps (<see cref="RunSettings.Length"/>), or for the soak time if that is longer.</summary>
    public void Run(int steps)
    {
        int enough = RunSettings.Length(steps);
        var clock = Stopwatch.StartNew();
        try
        {
            while (_steps < enough || clock.Elapsed < RunSettings.Soak)
            {
                for (int i = 0; i < Math.Min(StepsPerLook, enough); i++)
                {
                    Step((int)(_steps / PhaseSteps % 4));
                    _steps++;
                }
            }

            CheckAll();
            AllSteps = NativeModelSteps.Add(_steps);
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

        // The phases: growth, decline, and two mixed ones.
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
                if (IsTurnOfRare)
                {
                    _ = dictionary.Trim();
                }

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
                    Require(exists == existed && Same(place, exists ? _model[key] : default));
                    place = value;
                    break;
                case 2:
                    Require(dictionary.AddMany([key, key], [value, value]) == (exists ? 0 : 1));
                    value = exists ? _model[key] : value;
                    break;
                case 3 when exists && !IsTurnOfRare:
                    Require(dictionary.ContainsKey(key));
                    return;
                case 3 when exists:
                    Assert.Throws<ArgumentException>(() => dictionary.Add(key, value));
                    return;
                case 3:
                    dictionary.Add(key, value);
                    break;
                default:
                    bool added = dictionary.TryAdd(key, value, out existed);
                    Require(exists == existed);
                    if (!added && !exists)
                    {
                        Refusals++;
                        return;
                    }

                    Require(exists != added);
                    value = exists ? _model[key] : value;
                    break;
            }
        }
        catch (OutOfMemoryException)
        {
            Assert.False(exists, "An existing key needs no memory.");
            Assert.False(dictionary.ContainsKey(key));
            Refusals++;
            return;
        }

        _model[key] = value;
    }

    private void Remove(TKey key)
    {
        if (_random.Next(200) == 0 && IsTurnOfRare)
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
        Require(dictionary.Remove(key, out TValue value) == expected && Same(old, value));
    }

    private void Look(TKey key)
    {
        bool expected = _model.TryGetValue(key, out TValue old);
        Require(dictionary.TryGetValue(key, out TValue value) == expected && Same(old, value));
        Require(dictionary.ContainsKey(key) == expected);
        ref TValue place = ref dictionary.GetValueRefOrNullRef(key);
        Require(Unsafe.IsNullRef(ref place) != expected && (!expected || Same(old, place)));
        if (!expected && IsTurnOfRare)
        {
            Assert.Throws<KeyNotFoundException>(() => dictionary[key]);
        }
    }

    private void LookInBatch()
    {
        Span<TKey> keys = _keys.AsSpan(0, _random.Next(_keys.Length));
        foreach (ref TKey key in keys)
        {
            key = keyOf(_random.Next(Keys));
        }

        Span<TValue> values = _found.AsSpan(0, keys.Length);
        Span<bool> found = stackalloc bool[keys.Length];
        int count = dictionary.TryGetValues(keys, values, found);
        Require(found.Count(true) == count);
        for (int i = 0; i < keys.Length; i++)
        {
            bool exists = _model.TryGetValue(keys[i], out TValue expected);
            if (exists != found[i] || !Same(expected, values[i]))
            {
                bool single = dictionary.TryGetValue(keys[i], out TValue value);
                throw new XunitException(
                    $"Key {keys[i]}, {i} of {keys.Length}: {found[i]} and {values[i]} in a batch, {single} and {value} alone, " +
                    $"expected {exists} and {expected}; {dictionary.Count} entries, expected {_model.Count}.");
            }
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
            Require(_model.TryGetValue(key, out TValue expected), "A key that was not added was found.");
            Require(Same(expected, value), "A key has the value of another key.");
            seen++;
        }

        Assert.Equal(_model.Count, seen);
        foreach ((TKey key, TValue value) in _model)
        {
            Require(dictionary.TryGetValue(key, out TValue found) && Same(found, value), "A key is lost.");
        }

        NativeDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.Equal(_model.Count, statistics.Count);
        Assert.Equal((long)statistics.EntryBytes * statistics.Count, statistics.BytesUsed);
        Assert.InRange(statistics.BytesUsed, 0, statistics.BytesReserved - statistics.TableBytes);
        Assert.Equal(0, statistics.BytesReserved % AddressSpace.GranuleBytes);
    }

    private static bool Same(in TValue one, in TValue other) => EqualityComparer<TValue>.Default.Equals(one, other);

    // The test framework's assertions take longer than the rest of a step.
    private static void Require(bool holds, string what = "The dictionary differs from the framework's dictionary.")
    {
        if (!holds)
        {
            throw new XunitException(what);
        }
    }
}
