using System.Buffers.Binary;

namespace Cenote.Extensions.Caching;

/// <summary>
/// Counts the evictions of each tag, so that cache entries can be evicted by tag. After its value, an entry stores a note: the
/// counters of its tags at the time it was set. Once one of these counters changes, the entry is no longer found. So evicting a
/// tag touches no entry, and an entry can have any number of tags.
/// </summary>
/// <remarks>
/// The number of counters is fixed. A hash with a per-process secret maps tags to counters. If a tag shares a counter with an
/// evicted tag, the entries of both tags are evicted. This is allowed, because a cache may evict any entry at any time. 64-bit
/// counters do not overflow in practice. A note with tags that another owner wrote, for example in another process's snapshot,
/// counts as evicted, because its counters have no meaning here.
/// </remarks>
internal sealed class TagGenerations
{
    /// <summary>The length of the note of a value without tags, in bytes.</summary>
    public const int MinNoteBytes = sizeof(int);

    private const int TagBytes = sizeof(int) + sizeof(long);
    private const int OwnerBytes = sizeof(long);
    private const long LimitBytesPerCounter = 4_096;
    private const int MinCounters = 1 << 10;
    private const int MaxCounters = 1 << 20;

    private readonly long[] _counters;
    private readonly long _owner = Random.Shared.NextInt64(long.MinValue, long.MaxValue);

    /// <param name="maximumBytes">The limit of the cache.</param>
    public TagGenerations(long maximumBytes) =>
        _counters = new long[
            BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(maximumBytes / LimitBytesPerCounter, MinCounters, MaxCounters))];

    /// <summary>Returns the length in bytes of the note of a value with this many tags.</summary>
    public static int NoteBytes(int tags) =>
        tags == 0 ? MinNoteBytes : checked(MinNoteBytes + OwnerBytes + (tags * TagBytes));

    /// <summary>Evicts all existing entries with this tag.</summary>
    public void Evict(string tag) => Interlocked.Increment(ref _counters[CounterOf(tag)]);

    /// <summary>Writes a note with the current counters of tags.</summary>
    /// <param name="tags">The tags.</param>
    /// <param name="note">The destination; its length is <see cref="NoteBytes"/>.</param>
    public void Write(ReadOnlySpan<string> tags, Span<byte> note)
    {
        foreach (string tag in tags)
        {
            int counter = CounterOf(tag);
            BinaryPrimitives.WriteInt32LittleEndian(note, counter);
            BinaryPrimitives.WriteInt64LittleEndian(note[sizeof(int)..], Volatile.Read(ref _counters[counter]));
            note = note[TagBytes..];
        }

        if (tags.Length > 0)
        {
            BinaryPrimitives.WriteInt64LittleEndian(note, _owner);
            note = note[OwnerBytes..];
        }

        BinaryPrimitives.WriteInt32LittleEndian(note, tags.Length);
    }

    /// <summary>
    /// Returns the length of the value before a note; -1 if one of the note's tags has been evicted since, if another owner wrote
    /// a note with tags, or if the note is malformed.
    /// </summary>
    public int LengthOfValue(ReadOnlySpan<byte> noted)
    {
        int tags = noted.Length < MinNoteBytes ? -1 : BinaryPrimitives.ReadInt32LittleEndian(noted[^MinNoteBytes..]);
        if (tags == 0)
        {
            return noted.Length - MinNoteBytes;
        }

        if (tags < 0 || tags > (noted.Length - MinNoteBytes - OwnerBytes) / TagBytes
            || BinaryPrimitives.ReadInt64LittleEndian(noted[^(MinNoteBytes + OwnerBytes)..]) != _owner)
        {
            return -1;
        }

        int length = noted.Length - NoteBytes(tags);
        for (ReadOnlySpan<byte> note = noted[length..]; tags > 0; tags--)
        {
            int counter = BinaryPrimitives.ReadInt32LittleEndian(note);
            if (BinaryPrimitives.ReadInt64LittleEndian(note[sizeof(int)..]) != Volatile.Read(ref _counters[counter]))
            {
                return -1;
            }

            note = note[TagBytes..];
        }

        return length;
    }

    private int CounterOf(string tag)
    {
        ArgumentNullException.ThrowIfNull(tag);
        return tag.GetHashCode(StringComparison.Ordinal) & (_counters.Length - 1);
    }
}
