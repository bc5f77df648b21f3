using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// The table of a <see cref="StringInterner"/> or <see cref="WeakStringInterner"/>. Searches take no lock: they compare the
/// strings they find, so a concurrent change can only make them find nothing. Writers lock one of sixteen stripes. The lowest
/// bits of a bucket's number select its stripe, and keys overflow within their stripe. Growth locks all stripes and publishes a
/// new table.
/// </summary>
/// <remarks>
/// A miss is reliable only if the search used the table's current hash function. An entry never moves within an array of buckets,
/// the overflow counts include every entry that is present, and a replaced array no longer changes. So a string that is present
/// during the whole search is found, and a string that is not found was absent at some point. Call <see cref="IsPlain"/> after
/// the search to check which hash it used.
/// </remarks>
internal sealed partial class InternTable<TEntry> : IMeasuredInterner
    where TEntry : struct, IInternEntry<TEntry>
{
    public const int Stripes = 16;

    /// <summary>The capacity of the largest table.</summary>
    public const int MaxCapacity = Stripes * (int)(MaxBuckets / Stripes * MaxPerBucket);

    // A key that passes more full buckets than this, or finds more entries with its tag, indicates an attack: by chance, only one
    // key in a billion passes ten full buckets, or finds six entries with its tag.
    private const int MaxFullBuckets = 20;
    private const int MaxSameTag = 10;

    private static readonly uint s_bytesPerBucket =
        (uint)Unsafe.SizeOf<InternBucket<TEntry>>() + (InternBucket<TEntry>.Ways * sizeof(uint));

    private readonly InternStripe<TEntry>[] _stripes = new InternStripe<TEntry>[Stripes];
    private readonly int _maximumLength;
    private readonly bool _ignoreCase;

    // Readers need no second field for the number of buckets, which is the length of the array.
    private InternBucket<TEntry>[] _buckets;

    // For writers: the hash of each entry, so that growth hashes no string.
    private uint[] _hashes;
    private int _maxPerStripe;

    // Bytes of the strings, counted only if there is a limit.
    private readonly long _maximumBytes;
    private long _bytes;

    // 0 if a search needs more than the plain hash and an ordinal comparison. Comparing a length with this field also excludes
    // the empty string. The field never increases, and becomes 0 before rehashed buckets are published.
    private uint _maxPlainLength;
    private TextHashing _hashing = TextHashing.Plain;
    private bool _isDisposed;

    public InternTable(int capacity, int maximumLength, long maximumBytes, bool ignoreCase)
    {
        _maximumLength = maximumLength;
        _maximumBytes = maximumBytes;
        _ignoreCase = ignoreCase;
        _maxPlainLength = ignoreCase ? 0u : int.MaxValue;
        for (int i = 0; i < Stripes; i++)
        {
            _stripes[i] = new InternStripe<TEntry>();
        }

        int buckets = BucketsFor(capacity / Stripes);
        if (!MachineMemory.System.HasAvailable((ulong)buckets * s_bytesPerBucket))
        {
            Throw.NoMemoryForInterner(capacity);
        }

        try
        {
            Start(buckets);
        }
        catch (OutOfMemoryException)
        {
            Throw.NoMemoryForInterner(capacity);
        }
    }

    /// <summary>The current hash function.</summary>
    public TextHashing Hashing => Volatile.Read(ref _hashing);

    /// <summary>
    /// Finds a string; null if this search does not find it. If <see cref="IsPlain"/> is true after that, the string is absent.
    /// </summary>
    /// <remarks>
    /// Nearly every string is the first in its bucket with its tag, and most searches for absent strings find no such tag. These
    /// cases are handled here; all other searches call <c>Find</c>.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? FindPlain<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct
    {
        if ((uint)(text.Length - 1) >= _maxPlainLength)
        {
            return null;
        }

        ulong hash = text.Hash();
        InternBucket<TEntry>[] buckets = Volatile.Read(ref _buckets);
        ref InternBucket<TEntry> bucket = ref BucketAt(buckets, (uint)hash & ((uint)buckets.Length - 1));
        ulong tags = bucket.Tags;
        ulong ways = InternBucket<TEntry>.Find(tags, TagWord.PatternOf(hash));
        if (ways != 0)
        {
            string? candidate = InternBucket<TEntry>.EntryOf(ref bucket, TagWord.FirstOf(ways)).Target;
            if (candidate is not null && text.Matches(candidate))
            {
                return candidate;
            }
        }
        else if (!InternBucket<TEntry>.HasOverflowed(tags))
        {
            return null;
        }

        return Find(text, hash);
    }

    /// <summary>
    /// Whether a previous call of <see cref="FindPlain"/> used the current hash function of the table. If so, a string that the
    /// call did not find is absent.
    /// </summary>
    /// <param name="length">The length of the key in chars.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsPlain(int length) => (uint)(length - 1) < Volatile.Read(ref _maxPlainLength);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string? Find<TText>(scoped TText text, ulong hash)
        where TText : struct, IInternText, allows ref struct
    {
        InternBucket<TEntry>[] buckets = Volatile.Read(ref _buckets);
        uint mask = (uint)buckets.Length - 1;
        ulong pattern = TagWord.PatternOf(hash);
        uint number = (uint)hash & mask;
        for (uint rest = mask / Stripes; ; rest--)
        {
            ref InternBucket<TEntry> bucket = ref BucketAt(buckets, number);
            ulong tags = bucket.Tags;
            for (ulong ways = InternBucket<TEntry>.Find(tags, pattern); ways != 0; ways &= ways - 1)
            {
                string? candidate = InternBucket<TEntry>.EntryOf(ref bucket, TagWord.FirstOf(ways)).Target;
                if (candidate is not null && text.Matches(candidate))
                {
                    return candidate;
                }
            }

            if (!InternBucket<TEntry>.HasOverflowed(tags) || rest == 0)
            {
                return null;
            }

            number = Next(number, pattern, mask);
        }
    }

    // The number must be less than the length of the array, because it is not checked.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref InternBucket<TEntry> BucketAt(InternBucket<TEntry>[] buckets, uint number) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(buckets), number);

    // Keys of the same bucket with different tags take different probe sequences, each through all buckets of the stripe.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Next(uint number, ulong pattern, uint mask) =>
        (number + (((uint)(byte)pattern * 2) + 1) * Stripes) & mask;
}
