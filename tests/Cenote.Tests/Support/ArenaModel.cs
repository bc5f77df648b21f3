using System.Text;
using Cenote.Arenas;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// Checks an arena against a list of strings: random operations on both must give equal results.
/// </summary>
internal sealed class ArenaModel(StringArena arena, StringArena other, int seed, bool memoryIsShort)
{
    private const int MostStale = 300;

    private readonly Random _random = new(seed);
    private readonly List<string> _texts = [];
    private readonly List<ArenaString> _values = [];
    private readonly List<ArenaString> _stale = [];
    private int _steps;

    /// <summary>The number of times the arena refused memory.</summary>
    public int Refusals { get; private set; }

    /// <summary>Runs random operations; a failure reports the seed.</summary>
    public void Run(int steps)
    {
        int enough = RunSettings.Length(steps);
        try
        {
            while (_steps++ < (memoryIsShort && Refusals == 0 ? steps : enough))
            {
                Step();
            }

            CheckAll();
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {_steps}: {exception.Message}", exception);
        }
    }

    private void Step()
    {
        switch (_random.Next(1_000))
        {
            case < 1:
                Reset();
                break;
            case < 8:
                CheckAll();
                break;
            case < 20:
                Sort();
                break;
            case < 60 when _stale.Count > 0:
                CheckStale(_stale[_random.Next(_stale.Count)]);
                break;
            case < 160 when _values.Count > 0:
                CheckPair(_random.Next(_values.Count), _random.Next(_values.Count));
                break;
            default:
                Add();
                break;
        }
    }

    private void Add()
    {
        string text = _random.Next(4) == 0 && _texts.Count > 0
            ? new string(_texts[_random.Next(_texts.Count)])
            : Texts.Random(_random, RandomLength());
        (long Used, long Reserved, int Chunks) before = (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount);
        ArenaString value;
        try
        {
            switch (_random.Next(4))
            {
                case 0:
                    byte[] utf8 = Encoding.UTF8.GetBytes(text);
                    text = Encoding.UTF8.GetString(utf8);
                    value = arena.Add(utf8);
                    break;
                case 1:
                    value = arena.Add($"{text}");
                    break;
                default:
                    value = arena.Add(text);
                    break;
            }
        }
        catch (OutOfMemoryException) when (memoryIsShort)
        {
            Refusals++;
            Assert.Equal(before, (arena.BytesUsed, arena.BytesReserved, arena.ChunkCount));
            return;
        }

        Assert.True(arena.AsSpan(in value).SequenceEqual(text), "A new string differs from the added one.");
        _texts.Add(text);
        _values.Add(value);
    }

    private int RandomLength() => _random.Next(100) switch
    {
        < 50 => _random.Next(0, 12),
        < 90 => _random.Next(8, 200),
        < 97 => _random.Next(1_015, 1_030),
        < 99 => _random.Next(200, 10_000),
        _ => _random.Next(30_000, 80_000),
    };

    private void Reset()
    {
        (long Reserved, int Chunks) before = (arena.BytesReserved, arena.ChunkCount);

        arena.Reset();

        Assert.Equal(0, arena.BytesUsed);
        Assert.Equal(before, (arena.BytesReserved, arena.ChunkCount));
        _stale.AddRange(_values.Where(static (_, i) => i % 7 == 0).Where(value => !value.IsAlive));
        if (_stale.Count > MostStale)
        {
            _stale.RemoveRange(0, _stale.Count - MostStale);
        }

        _texts.Clear();
        _values.Clear();
    }

    private void Sort()
    {
        int[] numbers = [.. Enumerable.Range(0, _values.Count)];
        ArenaString[] sorted = [.. _values];
        arena.Sort(sorted, numbers.AsSpan());
        int[] expected = [.. Enumerable.Range(0, _values.Count).OrderBy(i => _texts[i], StringComparer.Ordinal)];
        Assert.Equal(expected, numbers);
        for (int i = 0; i < sorted.Length; i++)
        {
            Assert.Equal(_values[numbers[i]].Place, sorted[i].Place);
            Assert.True(arena.AsSpan(in sorted[i]).SequenceEqual(_texts[numbers[i]]), "A string is in the wrong place.");
        }
    }

    private void CheckStale(ArenaString value)
    {
        Assert.False(value.IsAlive);
        Assert.Throws<InvalidOperationException>(() => arena.AsSpan(in value).Length);
        Assert.Throws<InvalidOperationException>(() => arena.Compare(value, default));
        Assert.Throws<InvalidOperationException>(() => arena.Sort([value, value]));
        Assert.Throws<InvalidOperationException>(() => value.ToString());
        Assert.True(value.Equals(value));
        Assert.Equal(value.GetHashCode(), value.GetHashCode());
    }

    private void CheckPair(int one, int two)
    {
        ArenaString a = _values[one];
        ArenaString b = _values[two];
        Assert.Equal(_texts[one] == _texts[two], a == b);
        Assert.Equal(Math.Sign(string.CompareOrdinal(_texts[one], _texts[two])), Math.Sign(arena.Compare(a, b)));
        Assert.Equal(string.GetHashCode(_texts[one].AsSpan()), a.GetHashCode());
        Assert.Equal(_texts[one], a.ToString());
        Assert.Equal(_texts[one].Length == 0, a.IsEmpty);
        Assert.True(a.IsAlive);
        if (_texts[one].Length > 7)
        {
            Assert.Throws<InvalidOperationException>(() => other.AsSpan(in a).Length);
        }
    }

    private void CheckAll()
    {
        long used = 0;
        for (int i = 0; i < _values.Count; i++)
        {
            ArenaString value = _values[i];
            Assert.True(arena.AsSpan(in value).SequenceEqual(_texts[i]), "A string has changed.");
            used += _texts[i].Length > 7 ? ((_texts[i].Length * 2) + 7) / 8 * 8 : 0;
            used += _texts[i].Length >= 1_023 ? 8 : 0;
        }

        Assert.Equal(used, arena.BytesUsed);
        Assert.InRange(arena.BytesUsed, 0, arena.BytesReserved);
    }
}
