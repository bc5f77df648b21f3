using System.Text;
using Cenote.Strings;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// A pool beside a dictionary of strings that does the same: random operations on both, and whatever the pool says must be
/// what the dictionary says.
/// </summary>
internal sealed class PoolModel : IDisposable
{
    private const int PhaseSteps = 1_500;
    private const long MostLiveChars = 2 << 20;
    private const int CheckedStaleIds = 500;

    private readonly StringPool _pool;
    private readonly SegmentedStringPoolOptions _options;
    private readonly Random _random;
    private readonly Dictionary<PooledStringId, string> _live = [];
    private readonly List<PooledStringId> _liveIds = [];
    private readonly HashSet<PooledStringId> _everFreed = [];
    private readonly List<PooledStringId> _freedIds = [];
    private long _allocations;
    private long _liveChars;
    private int _steps;

    public PoolModel(StringPool pool, SegmentedStringPoolOptions options, int seed)
    {
        _pool = pool;
        _options = options;
        _random = new Random(seed);
    }

    /// <summary>How often the pool refused memory.</summary>
    public int Refusals { get; private set; }

    /// <summary>Whether the pool may refuse memory.</summary>
    public bool MemoryIsShort { get; init; }

    /// <summary>Runs random operations; a failure tells the seed.</summary>
    public static void Run(StringPool pool, SegmentedStringPoolOptions options, int seed, int steps, bool memoryIsShort = false)
    {
        using var model = new PoolModel(pool, options, seed) { MemoryIsShort = memoryIsShort };
        try
        {
            for (int i = 0; i < steps; i++)
            {
                model.Step();
            }

            model.CheckAll();
            model.DisposePool();
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            throw new XunitException($"Seed {seed}, step {model._steps}: {exception.Message}", exception);
        }
    }

    public void Dispose() => _pool.Dispose();

    /// <summary>One random operation.</summary>
    public void Step()
    {
        bool grows = _liveChars < MostLiveChars && (_steps++ / PhaseSteps) % 2 == 0;
        switch (_random.Next(1_000))
        {
            case < 2:
                Clear();
                break;
            case < 6:
                Trim();
                break;
            case < 10:
                Reserve();
                break;
            case < 14:
                CheckAll();
                break;
            case < 60:
                UseFreed();
                break;
            case < 160:
                Read();
                break;
            case < 500:
                if (grows)
                {
                    Allocate();
                }
                else
                {
                    Free();
                }

                break;
            case < 800:
                Allocate();
                break;
            default:
                Free();
                break;
        }
    }

    /// <summary>Compares everything.</summary>
    public void CheckAll()
    {
        foreach ((PooledStringId id, string text) in _live)
        {
            Assert.True(_pool.AsSpan(id).SequenceEqual(text), "A text has changed.");
        }

        for (int i = Math.Max(0, _freedIds.Count - CheckedStaleIds); i < _freedIds.Count; i++)
        {
            CheckStale(_freedIds[i]);
        }

        CheckStatistics();
    }

    /// <summary>Ends the pool; nothing can be read afterwards, and nothing else goes wrong.</summary>
    public void DisposePool()
    {
        _pool.Dispose();
        foreach (PooledStringId id in _liveIds)
        {
            PooledStringRef handle = _pool.Resolve(id);
            Assert.Throws<ObjectDisposedException>(() => handle.Length);
            Assert.False(handle.IsAlive);
            handle.Free();
        }

        Assert.Equal(0, _pool.GetTotalBytesUnmanaged());
    }

    private void Allocate()
    {
        string text = Texts.Random(_random, Texts.RandomLength(_random));
        switch (_random.Next(9))
        {
            case 0:
                string valid = Texts.RandomValid(_random, text.Length);
                byte[] utf8 = Encoding.UTF8.GetBytes(valid);
                Add(valid, () => _pool.AllocateUtf8(utf8));
                break;
            case 1:
                Add(text, () => _pool.Create(text.Length, text, static (chars, text) => text.CopyTo(chars)));
                break;
            case 2:
                int number = _random.Next();
                Add($"{number:x8}, {text}", () => _pool.Allocate($"{number:x8}, {text}"));
                break;
            case 3 when TryPick(out PooledStringId id):
                Add(_live[id], () => _pool.Resolve(id).Duplicate());
                break;
            case 4 when TryPick(out PooledStringId id):
                int index = _random.Next(_live[id].Length + 1);
                Add(_live[id].Insert(index, text), () => _pool.Resolve(id).Insert(index, text));
                break;
            case 5 when TryPick(out PooledStringId id):
                string whole = _live[id];
                string part = whole.Substring(_random.Next(whole.Length), 1);
                string replacement = Texts.Random(_random, _random.Next(3));
                Add(whole.Replace(part, replacement, StringComparison.Ordinal), () => _pool.Resolve(id).Replace(part, replacement));
                break;
            default:
                Add(text, () => _pool.Allocate(text));
                break;
        }
    }

    private void Add(string text, Func<PooledStringRef> make)
    {
        bool tooShort = IsShort(text);
        PooledStringRef handle;
        try
        {
            handle = make();
        }
        catch (OutOfMemoryException) when (MemoryIsShort)
        {
            Refuse();
            return;
        }
        catch (ArgumentException) when (tooShort && _options.ShortStrings == ShortStrings.Throw)
        {
            Assert.Equal(_live.Count, _pool.ActiveAllocations);
            return;
        }

        Assert.False(tooShort && _options.ShortStrings == ShortStrings.Throw, "A short string was not refused.");
        Assert.True(handle.AsSpan().SequenceEqual(text), "A new text is not what was asked for.");
        Assert.Equal(text.Length == 0, handle.IsEmpty);
        if (handle.IsEmpty)
        {
            return;
        }

        Assert.False(_everFreed.Contains(handle.Id), "An id was handed out again.");
        Assert.True(_live.TryAdd(handle.Id, text), "An id was handed out twice.");
        _liveIds.Add(handle.Id);
        _allocations++;
        _liveChars += text.Length;
    }

    // Memory that was refused must have changed nothing.
    private void Refuse()
    {
        Refusals++;
        CheckAll();
    }

    private void Free()
    {
        if (!TryPick(out PooledStringId id, out int position))
        {
            return;
        }

        if (_random.Next(2) == 0)
        {
            _pool.Free(id);
        }
        else
        {
            _pool.Resolve(id).Free();
        }

        _liveIds[position] = _liveIds[^1];
        _liveIds.RemoveAt(_liveIds.Count - 1);
        Forget(id);
        Assert.Equal(_live.Count, _pool.ActiveAllocations);
    }

    private void UseFreed()
    {
        if (_freedIds.Count == 0)
        {
            return;
        }

        PooledStringId id = _freedIds[_random.Next(_freedIds.Count)];
        CheckStale(id);
        _pool.Free(id);
        _pool.Resolve(id).Dispose();
        Assert.Equal(_live.Count, _pool.ActiveAllocations);
    }

    private void CheckStale(PooledStringId id)
    {
        Assert.False(_pool.TryGetSpan(id, out ReadOnlySpan<char> text), "A freed string can be read.");
        Assert.True(text.IsEmpty);
        Assert.False(_pool.Resolve(id).IsAlive);
        Assert.Throws<InvalidOperationException>(() => _pool.AsSpan(id).Length);
    }

    private void Read()
    {
        if (TryPick(out PooledStringId id))
        {
            Assert.True(_pool.AsSpan(id).SequenceEqual(_live[id]), "A text has changed.");
        }
    }

    private void Clear()
    {
        _pool.Clear();
        foreach (PooledStringId id in _liveIds)
        {
            Forget(id);
        }

        _liveIds.Clear();
        CheckAll();
    }

    private void Trim()
    {
        long before = _pool.GetTotalBytesUnmanaged();
        long given = _pool.Trim();
        Assert.Equal(before - given, _pool.GetTotalBytesUnmanaged());
        CheckAll();
    }

    private void Reserve()
    {
        if (_pool is not SegmentedStringPool pool)
        {
            return;
        }

        long before = pool.GetTotalBytesUnmanaged();
        try
        {
            switch (_random.Next(3))
            {
                case 0:
                    pool.Reserve(_random.Next(100_000));
                    break;
                case 1:
                    pool.ReserveSmall(_random.Next(200_000));
                    break;
                default:
                    pool.ReserveLarge(_random.Next(1_000_000));
                    break;
            }
        }
        catch (OutOfMemoryException) when (MemoryIsShort)
        {
            Assert.Equal(before, _pool.GetTotalBytesUnmanaged());
            Refuse();
        }
    }

    private void CheckStatistics()
    {
        StringPoolStatistics statistics = _pool.GetStatistics();
        string[] managed = [.. _live.Values.Where(IsShort)];
        string[] small = [.. _live.Values.Where(text => !IsShort(text) && text.Length <= _options.SmallStringLength)];
        Assert.Equal(_live.Count, _pool.ActiveAllocations);
        Assert.Equal(_live.Count, statistics.ActiveAllocations);
        Assert.Equal(_allocations, statistics.TotalAllocations);
        Assert.Equal(managed.Length, statistics.ManagedStrings);
        Assert.Equal(small.Length, statistics.SmallStrings);
        Assert.Equal(_live.Count - managed.Length - small.Length, statistics.LargeStrings);
        Assert.Equal((_liveChars - managed.Sum(text => (long)text.Length)) * sizeof(char), statistics.TextBytes);
        Assert.Equal(_pool.GetTotalBytesUnmanaged(), statistics.UnmanagedBytes);
        Assert.Equal(_pool.SlabCount, statistics.SlabCount);
        Assert.Equal(_pool.SegmentCount, statistics.SegmentCount);
        Assert.Equal(0, statistics.RetiredCells);
        Assert.InRange(statistics.UnmanagedBytes, statistics.TextBytes, _options.MaximumBytes);
        Assert.InRange(statistics.LargestFreeBlockBytes, 0, statistics.FreeSegmentBytes);
        Assert.InRange(statistics.Overhead, 0, 1);
    }

    private bool IsShort(string text) =>
        _options.ShortStrings != ShortStrings.Allow && text.Length > 0 && text.Length < _options.MinimumLength;

    private void Forget(PooledStringId id)
    {
        _live.Remove(id, out string? text);
        _liveChars -= text!.Length;
        Assert.True(_everFreed.Add(id));
        _freedIds.Add(id);
    }

    private bool TryPick(out PooledStringId id) => TryPick(out id, out _);

    private bool TryPick(out PooledStringId id, out int position)
    {
        position = _liveIds.Count == 0 ? -1 : _random.Next(_liveIds.Count);
        id = position < 0 ? default : _liveIds[position];
        return position >= 0;
    }
}
