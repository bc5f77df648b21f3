using System.Text;
using Cenote.Strings;
using Xunit.Sdk;

namespace Cenote.Tests.Support;

/// <summary>
/// A UTF-8 pool beside a dictionary of byte arrays that does the same: random operations on both, and whatever the pool says
/// must be what the dictionary says.
/// </summary>
internal sealed class Utf8PoolModel : IDisposable
{
    private const int PhaseSteps = 1_500;
    private const long MostLiveBytes = 3 << 20;
    private const int CheckedStaleIds = 500;

    private readonly Utf8StringPool _pool;
    private readonly Utf8StringPoolOptions _options;
    private readonly bool _memoryIsShort;
    private readonly Random _random;
    private readonly Dictionary<PooledStringId, byte[]> _live = [];
    private readonly List<PooledStringId> _liveIds = [];
    private readonly HashSet<PooledStringId> _everFreed = [];
    private readonly List<PooledStringId> _freedIds = [];
    private long _allocations;
    private long _liveBytes;
    private int _steps;

    private Utf8PoolModel(Utf8StringPool pool, Utf8StringPoolOptions options, int seed, bool memoryIsShort)
    {
        _pool = pool;
        _options = options;
        _random = new Random(seed);
        _memoryIsShort = memoryIsShort;
    }

    /// <summary>Runs random operations; a failure tells the seed.</summary>
    public static void Run(Utf8StringPool pool, Utf8StringPoolOptions options, int seed, int steps, bool memoryIsShort = false)
    {
        using var model = new Utf8PoolModel(pool, options, seed, memoryIsShort);
        try
        {
            for (int i = 0; i < steps; i++)
            {
                model.Step();
            }

            model.CheckAll();
            model.DisposePool();
        }
        catch (Exception exception)
        {
            throw new XunitException($"Seed {seed}, step {model._steps}: {exception.Message}", exception);
        }
    }

    public void Dispose() => _pool.Dispose();

    private void Step()
    {
        bool grows = _liveBytes < MostLiveBytes && (_steps++ / PhaseSteps) % 2 == 0;
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

    private void CheckAll()
    {
        foreach ((PooledStringId id, byte[] text) in _live)
        {
            Assert.True(_pool.AsSpan(id).SequenceEqual(text), "A text has changed.");
        }

        for (int i = Math.Max(0, _freedIds.Count - CheckedStaleIds); i < _freedIds.Count; i++)
        {
            CheckStale(_freedIds[i]);
        }

        CheckStatistics();
    }

    // Nothing can be read afterwards, and nothing else goes wrong.
    private void DisposePool()
    {
        _pool.Dispose();
        foreach (PooledStringId id in _liveIds)
        {
            PooledUtf8String handle = _pool.Resolve(id);
            Assert.Throws<ObjectDisposedException>(() => handle.Length);
            Assert.False(handle.IsAlive);
            handle.Free();
        }

        Assert.Equal(0, _pool.GetTotalBytesUnmanaged());
    }

    private void Allocate()
    {
        byte[] bytes = Utf8Texts.Random(_random);
        byte[] text = Utf8Texts.Repaired(bytes);
        switch (_random.Next(10))
        {
            case 0:
                string utf16 = Texts.Random(_random, Texts.RandomLength(_random));
                Add(Encoding.UTF8.GetBytes(utf16), () => _pool.Allocate(utf16));
                break;
            case 1:
                Add(text, () => _pool.Create(bytes.Length, bytes, static (span, bytes) => bytes.CopyTo(span)));
                break;
            case 2:
                int number = _random.Next();
                Add(Encoding.UTF8.GetBytes($"{number:x8}, €"), () => _pool.Allocate($"{number:x8}, €"));
                break;
            case 3:
                Add(bytes, () => _pool.DangerousAllocate(bytes));
                break;
            case 4 when TryPick(out PooledStringId id):
                Add(_live[id], () => _pool.Resolve(id).Duplicate());
                break;
            case 5 when TryPick(out PooledStringId id):
                int index = _random.Next(_live[id].Length + 1);
                Add(
                    Utf8Texts.Repaired([.. _live[id][..index], .. bytes, .. _live[id][index..]]),
                    () => _pool.Resolve(id).Insert(index, bytes));
                break;
            case 6 when TryPick(out PooledStringId id):
                byte[] part = [_live[id][_random.Next(_live[id].Length)]];
                byte[] replacement = Utf8Texts.Ascii(_random, _random.Next(3));
                Add(
                    Utf8Texts.Repaired([.. _live[id].SelectMany(value => value == part[0] ? replacement : [value])]),
                    () => _pool.Resolve(id).Replace(part, replacement));
                break;
            default:
                Add(text, () => _pool.Allocate(bytes));
                break;
        }
    }

    private void Add(byte[] text, Func<PooledUtf8String> make)
    {
        PooledUtf8String handle;
        try
        {
            handle = make();
        }
        catch (OutOfMemoryException) when (_memoryIsShort)
        {
            // Memory that was refused must have changed nothing.
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
        _liveBytes += text.Length;
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
        Assert.False(_pool.TryGetSpan(id, out ReadOnlySpan<byte> text), "A freed string can be read.");
        Assert.True(text.IsEmpty);
        Assert.False(_pool.Resolve(id).IsAlive);
        Assert.Throws<InvalidOperationException>(() => _pool.AsSpan(id).Length);
    }

    private void Read()
    {
        if (TryPick(out PooledStringId id))
        {
            PooledUtf8String handle = _pool.Resolve(id);
            Assert.True(handle.Equals(_live[id].AsSpan()), "A text has changed.");
            Assert.Equal(Encoding.UTF8.GetString(_live[id]), handle.ToString());
            Assert.True(handle.Equals(handle.ToString()), "A text is not its own UTF-16.");
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
        long before = _pool.GetTotalBytesUnmanaged();
        try
        {
            switch (_random.Next(3))
            {
                case 0:
                    _pool.Reserve(_random.Next(200_000));
                    break;
                case 1:
                    _pool.ReserveSmall(_random.Next(400_000));
                    break;
                default:
                    _pool.ReserveLarge(_random.Next(2_000_000));
                    break;
            }
        }
        catch (OutOfMemoryException) when (_memoryIsShort)
        {
            Assert.Equal(before, _pool.GetTotalBytesUnmanaged());
            CheckAll();
        }
    }

    private void CheckStatistics()
    {
        StringPoolStatistics statistics = _pool.GetStatistics();
        int small = _live.Values.Count(text => text.Length <= _options.SmallStringBytes);
        Assert.Equal(_live.Count, _pool.ActiveAllocations);
        Assert.Equal(_live.Count, statistics.ActiveAllocations);
        Assert.InRange(statistics.TotalAllocations, _allocations, long.MaxValue);
        Assert.Equal(0, statistics.ManagedStrings);
        Assert.Equal(small, statistics.SmallStrings);
        Assert.Equal(_live.Count - small, statistics.LargeStrings);
        Assert.Equal(_liveBytes, statistics.TextBytes);
        Assert.Equal(_pool.GetTotalBytesUnmanaged(), statistics.UnmanagedBytes);
        Assert.Equal(_pool.SlabCount, statistics.SlabCount);
        Assert.Equal(_pool.SegmentCount, statistics.SegmentCount);
        Assert.InRange(statistics.UnmanagedBytes, statistics.TextBytes, _options.MaximumBytes);
    }

    private void Forget(PooledStringId id)
    {
        _live.Remove(id, out byte[]? text);
        _liveBytes -= text!.Length;
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
