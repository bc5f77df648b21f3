using System.Buffers.Binary;

namespace Cenote.Extensions.Caching;

/// <summary>
/// How often tags were evicted. An entry notes, behind its value, the counters of its tags when it was set, and is gone once one
/// of them has moved on: evicting a tag touches no entry, and an entry has as many tags as it likes.
/// </summary>
/// <remarks>
/// There is a fixed number of counters, which tags share by a hash with a secret of the process. A tag that shares a counter with
/// one that is evicted loses its entries, too: as a cache may, and seldom, as there is a counter for each few KiB of the cache.
/// Counters of 64 bits do not come round. What was noted by others, in another process and saved there, is gone: their counters
/// tell nothing here.
/// </remarks>
internal sealed class TagGenerations
{
    /// <summary>Bytes behind a value without tags.</summary>
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

    /// <summary>Bytes behind a value with so many tags.</summary>
    public static int NoteBytes(int tags) =>
        tags == 0 ? MinNoteBytes : checked(MinNoteBytes + OwnerBytes + (tags * TagBytes));

    /// <summary>Ends all entries that have a tag, and were noted before.</summary>
    public void Evict(string tag) => Interlocked.Increment(ref _counters[CounterOf(tag)]);

    /// <summary>Notes the state of tags.</summary>
    /// <param name="tags">The tags.</param>
    /// <param name="note">Takes <see cref="NoteBytes"/>.</param>
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
    /// How long the value in front of a note is; -1 if one of its tags was evicted since, or it is not a note of this object.
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
