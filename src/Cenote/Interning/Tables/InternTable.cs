using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// The table of an exact interner. Readers take no lock: they compare the text of what they find, so that a change while they
/// read can only make them miss. Writers lock one of sixteen stripes; a bucket belongs to the stripe that the lowest bits of its
/// number say, and keys that find their bucket full move on within the stripe. Growth locks all stripes and publishes a whole new
/// table.
/// </summary>
/// <remarks>
/// A reader that misses is right if it searched by the hash by which its buckets are numbered. An entry never moves within its
/// buckets, nor does the count of those that went on forget one that is there; and buckets that were replaced do not change any
/// more. So a text that is there from the beginning of a search to its end is found, and one that is not found was missing for a
/// moment in between. Which hash it is <see cref="IsPlain"/> tells if it is asked after the search.
/// </remarks>
internal sealed partial class InternTable<TEntry> : IMeasuredInterner
    where TEntry : struct, IInternEntry<TEntry>
{
    public const int Stripes = 16;

    /// <summary>Entries that fit the largest table.</summary>
    public const int MostCapacity = Stripes * (int)(MaxBuckets / Stripes * MaxPerBucket);

    // More full buckets than that on the way of a text, or more texts with its tag, are no accident: one in a billion passes ten,
    // or meets six.
    private const int MaxPassed = 20;
    private const int MaxAlike = 10;

    private static readonly uint s_bytesPerBucket =
        (uint)Unsafe.SizeOf<InternBucket<TEntry>>() + (InternBucket<TEntry>.Ways * sizeof(uint));

    private readonly InternStripe<TEntry>[] _stripes = new InternStripe<TEntry>[Stripes];
    private readonly int _maximumLength;
    private readonly bool _ignoreCase;

    // One publication for readers: the length says how many buckets there are.
    private InternBucket<TEntry>[] _buckets;

    // For writers: what numbers the bucket of each entry, so that no string is hashed twice.
    private uint[] _hashes;
    private int _mostPerStripe;

    // Of the strings, counted only where there is a limit.
    private readonly long _maximumBytes;
    private long _bytes;

    // 0 if a search takes more than the plain hash and an ordinal comparison; one comparison with it also excludes the empty text.
    // It never rises, and falls before buckets that need it are published.
    private uint _longestPlain;
    private TextHashing _hashing = TextHashing.Plain;
    private bool _ended;

    public InternTable(int capacity, int maximumLength, long maximumBytes, bool ignoreCase)
    {
        _maximumLength = maximumLength;
        _maximumBytes = maximumBytes;
        _ignoreCase = ignoreCase;
        _longestPlain = ignoreCase ? 0u : int.MaxValue;
        for (int i = 0; i < Stripes; i++)
        {
            _stripes[i] = new InternStripe<TEntry>();
        }

        int buckets = BucketsFor(capacity / Stripes);
        if (!MachineMemory.System.Has((ulong)buckets * s_bytesPerBucket))
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

    /// <summary>How texts are hashed now.</summary>
    public TextHashing Hashing => Volatile.Read(ref _hashing);

    /// <summary>
    /// Finds a string; null if this search does not find it. Whether there is none <see cref="IsPlain"/> says afterwards.
    /// </summary>
    /// <remarks>
    /// Nearly every text is the first in its bucket that has its tag, and most that are missing find none there, so these cases
    /// are handled here, and the rest of the search is a call.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? FindPlain<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct
    {
        if ((uint)(text.Length - 1) >= _longestPlain)
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
        else if (!InternBucket<TEntry>.GoesOn(tags))
        {
            return null;
        }

        return Find(text, hash);
    }

    /// <summary>
    /// Whether <see cref="FindPlain"/>, if it was called before, has searched the buckets by their hash: then what it did not
    /// find is not there.
    /// </summary>
    /// <param name="length">Chars of the text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsPlain(int length) => (uint)(length - 1) < Volatile.Read(ref _longestPlain);

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

            if (!InternBucket<TEntry>.GoesOn(tags) || rest == 0)
            {
                return null;
            }

            number = Next(number, pattern, mask);
        }
    }

    // Masked by the length that was read with the array.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref InternBucket<TEntry> BucketAt(InternBucket<TEntry>[] buckets, uint number) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(buckets), number);

    // Keys with the same bucket go different ways, each through all buckets of the stripe.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Next(uint number, ulong pattern, uint mask) =>
        (number + (((uint)(byte)pattern * 2) + 1) * Stripes) & mask;
}
