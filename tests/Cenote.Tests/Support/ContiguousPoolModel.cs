using System.Text;
using Cenote.Strings;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// A contiguous pool beside a dictionary of strings that does the same: random operations on both, and whatever the pool says
/// must be what the dictionary says. All texts are compared after everything that compacts.
/// </summary>
internal sealed class ContiguousPoolModel : IDisposable
{
    private const int PhaseSteps = 1_500;
    private const int CheckedStaleIds = 500;

    private readonly UnmanagedStringPool _pool;
    private readonly Random _random;
    private readonly Dictionary<PooledStringId, string> _live = [];
    private readonly List<PooledStringId> _liveIds = [];
    private readonly HashSet<PooledStringId> _everFreed = [];
    private readonly List<PooledStringId> _freedIds = [];
    private long _allocations;
    private long _liveChars;
    private int _steps;

    private ContiguousPoolModel(UnmanagedStringPool pool, int seed)
    {
        _pool = pool;
        _random = new Random(seed);
    }

    /// <summary>Whether the pool may refuse memory.</summary>
    public bool MemoryIsShort { get; init; }

    /// <summary>How many chars live at most in the phases of growth.</summary>
    public long MostLiveChars { get; init; } = 1 << 20;

    /// <summary>How often the pool refused memory.</summary>
    public int Refusals { get; private set; }

    /// <summary>Runs random operations; a failure tells the seed.</summary>
    /// <returns>How often the pool refused memory.</returns>
    public static int Run(UnmanagedStringPool pool, int seed, int steps, bool memoryIsShort = false, long mostLiveChars = 1 << 20)
    {
        using var model = new ContiguousPoolModel(pool, seed) { MemoryIsShort = memoryIsShort, MostLiveChars = mostLiveChars };
        try
        {
            for (int i = 0; i < steps; i++)
            {
                model.Step();
            }

            model.CheckAll();
            model.DisposePool();
            return model.Refusals;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            throw new XunitException($"Seed {seed}, step {model._steps}: {exception.Message}", exception);
        }
    }

    public void Dispose() => _pool.Dispose();

    private void Step()
    {
        bool grows = (_steps++ / PhaseSteps) % 2 == 0 && _liveChars < MostLiveChars;
        switch (_random.Next(1_000))
        {
            case < 2:
                Clear();
                break;
            case < 6:
                Trim();
                break;
            case < 10:
                Defragment();
                break;
            case < 13:
                Reserve();
                break;
            case < 18:
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

    private void CheckAll()
    {
        foreach ((PooledStringId id, string text) in _live)
        {
            Assert.True(_pool.AsSpan(id).SequenceEqual(text), "A text has changed.");
        }

        for (int i = Math.Max(0, _freedIds.Count - CheckedStaleIds); i < _freedIds.Count; i++)
        {
            CheckStale(_freedIds[i]);
        }

        StringPoolStatistics statistics = _pool.GetStatistics();
        Assert.Equal(_live.Count, _pool.ActiveAllocations);
        Assert.Equal(_live.Count, statistics.ActiveAllocations);
        Assert.Equal(_allocations, statistics.TotalAllocations);
        Assert.Equal(_liveChars * sizeof(char), statistics.TextBytes);
        Assert.Equal(_pool.GetTotalBytesUnmanaged(), statistics.UnmanagedBytes);
        Assert.Equal(0, statistics.RetiredCells);
        Assert.InRange(_pool.FragmentationPercentage, 0, 100);
        Assert.InRange(_pool.EndBlockSizeChars, 0, _pool.FreeSpaceChars);
        Assert.InRange(((_liveChars + _pool.FreeSpaceChars) * sizeof(char)) + (8L * _live.Count), 0, _pool.GetTotalBytesUnmanaged());
    }

    private void DisposePool()
    {
        _pool.Dispose();
        foreach (PooledStringId id in _liveIds)
        {
            PooledString handle = _pool.Resolve(id);
            Assert.Throws<ObjectDisposedException>(() => handle.Length);
            Assert.False(handle.IsAlive);
            handle.Free();
        }

        Assert.Equal(0, _pool.GetTotalBytesUnmanaged());
    }

    private void Allocate()
    {
        string text = Texts.Random(_random, Texts.RandomLength(_random));
        switch (_random.Next(11))
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
            case 5 when TryPick(out PooledStringId id) && TryPick(out PooledStringId inserted):
                int place = _random.Next(_live[id].Length + 1);
                Add(_live[id].Insert(place, _live[inserted]), () => _pool.Resolve(id).Insert(place, _pool.AsSpan(inserted)));
                break;
            case 6 when TryPick(out PooledStringId id):
                string whole = _live[id];
                string part = whole.Substring(_random.Next(whole.Length), 1);
                string replacement = Texts.Random(_random, _random.Next(3));
                Add(whole.Replace(part, replacement, StringComparison.Ordinal), () => _pool.Resolve(id).Replace(part, replacement));
                break;
            case 7 when TryPick(out PooledStringId id):
                int start = _random.Next(_live[id].Length);
                Add(_live[id][start..], () => _pool.Allocate(_pool.Resolve(id).SubstringSpan(start, _live[id].Length - start)));
                break;
            default:
                Add(text, () => _pool.Allocate(text));
                break;
        }
    }

    private void Add(string text, Func<PooledString> make)
    {
        int free = _pool.FreeSpaceChars;
        PooledString handle;
        try
        {
            handle = make();
        }
        catch (OutOfMemoryException) when (MemoryIsShort && (_pool.AllowGrowth || text.Length > free))
        {
            // Memory that was refused must have changed nothing.
            Refusals++;
            CheckAll();
            return;
        }

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
        Assert.Equal(_pool.FreeSpaceChars, _pool.EndBlockSizeChars);
        Assert.Equal(0, _pool.FragmentationPercentage);
        CheckAll();
    }

    private void Trim()
    {
        long before = _pool.GetTotalBytesUnmanaged();
        long given = _pool.Trim();
        Assert.Equal(before - given, _pool.GetTotalBytesUnmanaged());
        Assert.Equal(0, _pool.FragmentationPercentage);
        CheckAll();
    }

    private void Defragment()
    {
        int free = _pool.FreeSpaceChars;
        int end = _pool.EndBlockSizeChars;
        long bytes = _pool.GetTotalBytesUnmanaged();
        int added = _pool.AllowGrowth ? _random.Next(2) * _random.Next(100_000) : 0;
        try
        {
            _pool.DefragmentAndGrowPool(added);

            // No room is 0 chars also where the header of a string, and the rounding of the last one, would not fit: up to 14 bytes.
            int owed = free == 0 ? 7 : 1;
            Assert.InRange(_pool.FreeSpaceChars, free + (added / 2) - owed, int.MaxValue);
            Assert.Equal(0, _pool.FragmentationPercentage);
            Assert.Equal(_pool.FreeSpaceChars, _pool.EndBlockSizeChars);
        }
        catch (OutOfMemoryException) when (MemoryIsShort && added > 0)
        {
            Refusals++;
            Assert.Equal((free, end, bytes), (_pool.FreeSpaceChars, _pool.EndBlockSizeChars, _pool.GetTotalBytesUnmanaged()));
        }

        CheckAll();
    }

    private void Reserve()
    {
        int chars = _random.Next(100_000);
        try
        {
            _pool.Reserve(chars);
            Assert.InRange(_pool.EndBlockSizeChars, chars, int.MaxValue);
        }
        catch (OutOfMemoryException) when (MemoryIsShort)
        {
            Refusals++;
        }

        CheckAll();
    }

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
