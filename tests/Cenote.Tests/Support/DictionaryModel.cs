using Cenote.Strings;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// Checks a pool against a dictionary of strings: random operations on both must give equal results.
/// </summary>
internal abstract class DictionaryModel<THandle, TUnit>(TestedPool<THandle, TUnit> pool, int seed, bool memoryIsShort)
    where THandle : struct, IDisposable
    where TUnit : unmanaged, IEquatable<TUnit>
{
    private const int PhaseSteps = 1_500;
    private const int CheckedStaleIds = 500;

    private readonly Dictionary<PooledStringId, TUnit[]> _live = [];
    private readonly List<PooledStringId> _liveIds = [];
    private readonly HashSet<PooledStringId> _everFreed = [];
    private readonly List<PooledStringId> _freedIds = [];
    private int _steps;

    /// <summary>The maximum number of live units in growth phases.</summary>
    public long MostLiveUnits { get; init; } = 2 << 20;

    /// <summary>The number of times the pool refused memory.</summary>
    protected int Refusals { get; private set; }

    protected Random Random { get; } = new(seed);

    protected IReadOnlyCollection<TUnit[]> LiveTexts => _live.Values;

    protected long LiveUnits { get; private set; }

    protected long Allocations { get; private set; }

    /// <summary>Runs random operations, then disposes the pool; a failure reports the seed.</summary>
    /// <returns>The number of times the pool refused memory.</returns>
    protected int Run(int steps)
    {
        int enough = RunSettings.Length(steps);
        try
        {
            while (_steps < (memoryIsShort && Refusals == 0 ? steps : enough))
            {
                Step();
            }

            CheckAll();
            DisposePool();
            return Refusals;
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {_steps}: {exception.Message}", exception);
        }
        finally
        {
            pool.Dispose();
        }
    }

    /// <summary>Whether a part of the reserved space may stay when the rest is refused.</summary>
    protected virtual bool MayKeepRoomAfterRefusal => false;

    /// <summary>A string to pass to the pool.</summary>
    protected abstract TUnit[] RandomText();

    /// <summary>A string that replaces a unit of another string.</summary>
    protected abstract TUnit[] RandomReplacement();

    /// <summary>Creates a string in a way specific to this pool, and passes it to <see cref="Add"/>.</summary>
    protected abstract void AddInItsOwnWay();

    /// <summary>Reserves space; throws if memory is refused.</summary>
    protected abstract void Reserve();

    protected abstract void CheckStatistics(StringPoolStatistics statistics);

    /// <summary>The units that the pool stores for a string.</summary>
    protected virtual TUnit[] Stored(TUnit[] text) => text;

    /// <summary>Whether a pool that is short of memory may now refuse a string of this length.</summary>
    protected virtual bool MayRefuse(int length) => true;

    /// <summary>Whether a string is too short for the pool.</summary>
    protected virtual bool IsTooShort(TUnit[] text) => false;

    protected virtual void CheckText(PooledStringId id, TUnit[] text) =>
        Assert.True(pool.AsSpan(id).SequenceEqual(text), "A string has changed.");

    /// <summary>Checks the state after the pool was cleared or trimmed.</summary>
    protected virtual void CheckCompacted()
    {
    }

    /// <summary>Adds a string to the pool and to the model.</summary>
    protected void Add(TUnit[] text, Func<THandle> make)
    {
        bool mayRefuse = memoryIsShort && MayRefuse(text.Length);
        bool tooShort = IsTooShort(text);
        THandle handle;
        try
        {
            handle = make();
        }
        catch (OutOfMemoryException) when (mayRefuse)
        {
            CheckRefusal();
            return;
        }
        catch (ArgumentException) when (tooShort)
        {
            Assert.Equal(_live.Count, pool.ActiveAllocations);
            return;
        }

        Assert.False(tooShort, "A short string was not refused.");
        Assert.True(pool.AsSpan(handle).SequenceEqual(text), "A new string differs from the requested one.");
        Assert.Equal(text.Length == 0, pool.IsEmpty(handle));
        if (text.Length == 0)
        {
            return;
        }

        PooledStringId id = pool.Id(handle);
        Assert.False(_everFreed.Contains(id), "A freed id was returned again.");
        Assert.True(_live.TryAdd(id, text), "An id was returned twice.");
        _liveIds.Add(id);
        Allocations++;
        LiveUnits += text.Length;
    }

    private void Step()
    {
        bool grows = (_steps++ / PhaseSteps) % 2 == 0 && LiveUnits < MostLiveUnits;
        switch (Random.Next(1_000))
        {
            case < 2:
                Clear();
                break;
            case < 6:
                Trim();
                break;
            case < 12:
                TryReserve();
                break;
            case < 16:
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

    private void Allocate()
    {
        TUnit[] text = RandomText();
        switch (Random.Next(11))
        {
            case 0:
                Add(Stored(text), () => pool.Create(text.Length, text, static (span, text) => text.CopyTo(span)));
                break;
            case 1 when TryPick(out PooledStringId id):
                Add(_live[id], () => pool.Duplicate(pool.Resolve(id)));
                break;
            case 2 when TryPick(out PooledStringId id):
                int index = Random.Next(_live[id].Length + 1);
                Add(Inserted(_live[id], index, text), () => pool.Insert(pool.Resolve(id), index, text));
                break;
            case 3 when TryPick(out PooledStringId id) && TryPick(out PooledStringId inserted):
                int place = Random.Next(_live[id].Length + 1);
                Add(
                    Inserted(_live[id], place, _live[inserted]),
                    () => pool.Insert(pool.Resolve(id), place, pool.AsSpan(inserted)));
                break;
            case 4 when TryPick(out PooledStringId id):
                TUnit part = _live[id][Random.Next(_live[id].Length)];
                TUnit[] replacement = RandomReplacement();
                Add(Replaced(_live[id], part, replacement), () => pool.Replace(pool.Resolve(id), [part], replacement));
                break;
            case 5 when TryPick(out PooledStringId id):
                int start = Random.Next(_live[id].Length);
                int length = _live[id].Length - start;
                Add(Stored(_live[id][start..]), () => pool.Allocate(pool.SubstringSpan(pool.Resolve(id), start, length)));
                break;
            case 6 or 7:
                AddInItsOwnWay();
                break;
            default:
                Add(Stored(text), () => pool.Allocate(text));
                break;
        }
    }

    private TUnit[] Inserted(TUnit[] text, int index, TUnit[] value) => Stored([.. text[..index], .. value, .. text[index..]]);

    private TUnit[] Replaced(TUnit[] text, TUnit part, TUnit[] replacement) =>
        Stored([.. text.SelectMany(unit => unit.Equals(part) ? replacement : [unit])]);

    private void Free()
    {
        if (!TryPick(out PooledStringId id, out int position))
        {
            return;
        }

        if (Random.Next(2) == 0)
        {
            pool.Free(id);
        }
        else
        {
            pool.Free(pool.Resolve(id));
        }

        _liveIds[position] = _liveIds[^1];
        _liveIds.RemoveAt(_liveIds.Count - 1);
        Forget(id);
        Assert.Equal(_live.Count, pool.ActiveAllocations);
    }

    private void UseFreed()
    {
        if (_freedIds.Count == 0)
        {
            return;
        }

        PooledStringId id = _freedIds[Random.Next(_freedIds.Count)];
        CheckStale(id);
        Assert.Throws<InvalidOperationException>(() => pool.AsSpan(id).Length);
        pool.Free(id);
        pool.Resolve(id).Dispose();
        Assert.Equal(_live.Count, pool.ActiveAllocations);
    }

    private void Read()
    {
        if (TryPick(out PooledStringId id))
        {
            CheckText(id, _live[id]);
        }
    }

    private void Clear()
    {
        pool.Clear();
        _liveIds.ForEach(Forget);
        _liveIds.Clear();
        CheckCompacted();
        CheckAll();
    }

    private void Trim()
    {
        long before = pool.BytesReserved;
        long given = pool.Trim();
        Assert.Equal(before - given, pool.BytesReserved);
        CheckCompacted();
        CheckAll();
    }

    private void TryReserve()
    {
        long before = pool.BytesReserved;
        try
        {
            Reserve();
            CheckAll();
        }
        catch (OutOfMemoryException) when (memoryIsShort)
        {
            Assert.True(MayKeepRoomAfterRefusal || pool.BytesReserved == before, "A refused reservation has taken memory.");
            CheckRefusal();
        }
    }

    // A refused request must have changed nothing.
    private void CheckRefusal()
    {
        Refusals++;
        CheckAll();
    }

    private void CheckAll()
    {
        foreach ((PooledStringId id, TUnit[] text) in _live)
        {
            Assert.True(pool.AsSpan(id).SequenceEqual(text), "A string has changed.");
        }

        for (int i = Math.Max(0, _freedIds.Count - CheckedStaleIds); i < _freedIds.Count; i++)
        {
            CheckStale(_freedIds[i]);
        }

        StringPoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(_live.Count, pool.ActiveAllocations);
        Assert.Equal(_live.Count, statistics.ActiveAllocations);
        Assert.Equal(pool.BytesReserved, statistics.BytesReserved);
        Assert.Equal(0, statistics.RetiredCells);
        CheckStatistics(statistics);
    }

    private void CheckStale(PooledStringId id)
    {
        Assert.False(pool.TryGetSpan(id, out ReadOnlySpan<TUnit> text), "A freed string can be read.");
        Assert.True(text.IsEmpty);
        Assert.False(pool.IsAlive(pool.Resolve(id)));
    }

    // After disposal no string can be read, and no other error occurs.
    private void DisposePool()
    {
        pool.Dispose();
        foreach (PooledStringId id in _liveIds)
        {
            THandle handle = pool.Resolve(id);
            Assert.Throws<ObjectDisposedException>(() => pool.Length(handle));
            Assert.False(pool.IsAlive(handle));
            pool.Free(handle);
        }

        Assert.Equal(0, pool.BytesReserved);
    }

    private void Forget(PooledStringId id)
    {
        _live.Remove(id, out TUnit[]? text);
        LiveUnits -= text!.Length;
        Assert.True(_everFreed.Add(id));
        _freedIds.Add(id);
    }

    private bool TryPick(out PooledStringId id) => TryPick(out id, out _);

    private bool TryPick(out PooledStringId id, out int position)
    {
        position = _liveIds.Count == 0 ? -1 : Random.Next(_liveIds.Count);
        id = position < 0 ? default : _liveIds[position];
        return position >= 0;
    }
}
