using System.Text;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>Checks a UTF-8 pool against a dictionary, with invalid bytes replaced as by <see cref="Encoding.UTF8"/>.</summary>
internal sealed class Utf8PoolModel : DictionaryModel<PooledUtf8String, byte>
{
    private readonly Utf8StringPool _pool;
    private readonly Utf8StringPoolOptions _options;

    private Utf8PoolModel(Utf8StringPool pool, Utf8StringPoolOptions options, int seed, bool memoryIsShort)
        : base(new TestedUtf8Pool(pool), seed, memoryIsShort)
    {
        _pool = pool;
        _options = options;
    }

    /// <summary>Runs random operations, then disposes the pool; a failure reports the seed.</summary>
    public static void Run(Utf8StringPool pool, Utf8StringPoolOptions options, int seed, int steps, bool memoryIsShort = false) =>
        new Utf8PoolModel(pool, options, seed, memoryIsShort) { MostLiveUnits = 3 << 20 }.Run(steps);

    protected override bool IsTooShort(byte[] text) => ShortTexts.AreRefused(_options, text.Length);

    protected override byte[] RandomText() => Utf8Texts.Random(Random);

    protected override byte[] RandomReplacement() => Utf8Texts.Ascii(Random, Random.Next(3));

    protected override byte[] Stored(byte[] text) => Utf8Texts.Repaired(text);

    protected override void AddInItsOwnWay()
    {
        switch (Random.Next(3))
        {
            case 0:
                string utf16 = Texts.Random(Random, Texts.RandomLength(Random));
                Add(Encoding.UTF8.GetBytes(utf16), () => _pool.Allocate(utf16));
                break;
            case 1:
                int number = Random.Next();
                Add(Encoding.UTF8.GetBytes($"{number:x8}, €"), () => _pool.Allocate($"{number:x8}, €"));
                break;
            default:
                byte[] bytes = RandomText();
                Add(bytes, () => _pool.DangerousAllocate(bytes));
                break;
        }
    }

    protected override void CheckText(PooledStringId id, byte[] text)
    {
        PooledUtf8String handle = _pool.Resolve(id);
        Assert.True(handle.Equals(text.AsSpan()), "A string has changed.");
        Assert.Equal(Encoding.UTF8.GetString(text), handle.ToString());
        Assert.True(handle.Equals(handle.ToString()), "A string does not equal its UTF-16 form.");
    }

    protected override void Reserve()
    {
        switch (Random.Next(3))
        {
            case 0:
                _pool.Reserve(Random.Next(200_000));
                break;
            case 1:
                _pool.ReserveSmall(Random.Next(400_000));
                break;
            default:
                _pool.ReserveLarge(Random.Next(2_000_000));
                break;
        }
    }

    protected override void CheckStatistics(StringPoolStatistics statistics)
    {
        byte[][] managed = [.. LiveTexts.Where(IsShort)];
        int small = LiveTexts.Count(text => !IsShort(text) && text.Length <= _options.SmallStringBytes);
        Assert.InRange(statistics.TotalAllocations, Allocations, long.MaxValue);
        Assert.Equal(managed.Length, statistics.ManagedStrings);
        Assert.Equal(small, statistics.SmallStrings);
        Assert.Equal(LiveTexts.Count - managed.Length - small, statistics.LargeStrings);
        Assert.Equal(LiveUnits - managed.Sum(static text => (long)text.Length), statistics.TextBytes);
        Assert.Equal(_pool.SlabCount, statistics.SlabCount);
        Assert.Equal(_pool.SegmentCount, statistics.SegmentCount);
        Assert.InRange(statistics.BytesReserved, statistics.TextBytes, _options.MaximumBytes);
    }
    private bool IsShort(byte[] text) => ShortTexts.AreGuarded(_options, text.Length);
}
