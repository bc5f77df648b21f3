using System.Buffers;
using Cenote.Memory.Pages;
using Cenote.Memory.Rings;

namespace Cenote.Caching;

/// <summary>The shared implementation of all caches: memory, parts, clock, tags and counters.</summary>
internal sealed unsafe partial class CacheStore
{
    private const int PartsPerThread = 4;

    // More parts do not pay off: a part takes memory before its first entry, and writers hold its lock for only a microsecond.
    private const int MaxPartsForThreads = 128;
    private const int MaxParts = 1_024;
    private const long MinPartBytes = 1 << 20;
    private const long PreferredPartBytes = 64 << 20;

    // Half of what the 31-bit offsets of an index, in units of 8 bytes, can address.
    private const long MaxPartBytes = 8L << 30;
    private const int LineBytes = 64;
    private const int EntriesPerPart = 5;
    private const int MinEntries = 8;
    private const int StackBytes = 512;

    private readonly CachePart[] _parts;
    private readonly long _tagBytes;
    private readonly long _defaultExpiration;
    private readonly Action _dropExpiredOrUntagged;
    private bool _hasExpirations;
    private bool _hasMoments;

    public CacheStore(ByteCacheOptions options, string owner, PageSource pages)
    {
        options.Validate();
        Owner = owner;
        MaximumBytes = LimitOf(options, pages);
        CommonThrow.IfOptionOutOfRange(
            options.MaximumEntryBytes, 0, MaximumBytes / MinEntries, nameof(options.MaximumEntryBytes));
        ClearsOnEviction = options.ClearOnEviction;
        Clock = new CacheClock(options.TimeProvider);
        _defaultExpiration = options.DefaultExpiration == Timeout.InfiniteTimeSpan
            ? EntryTerms.Never
            : CacheClock.Milliseconds(options.DefaultExpiration);
        long bytes = MaximumBytes - (MaximumBytes % Environment.SystemPageSize);
        _tagBytes = RemovedTags.BytesFor(bytes);
        int parts = PartsFor(bytes, options.MaximumEntryBytes);
        long partBytes = ((bytes - _tagBytes) / parts) & ~(LineBytes - 1L);
        if ((ulong)bytes > pages.MemoryBytes || partBytes > MaxPartBytes)
        {
            Throw.LimitBeyondMachine(bytes, pages.MemoryBytes);
        }

        // Managed memory that does not depend on the unmanaged memory is allocated first.
        _dropExpiredOrUntagged = DropExpiredOrUntagged;
        Counters = new CacheCounters();
        _parts = new CachePart[parts];
        Memory = new RingMemory(pages);
        if (!Memory.TryInitialize(bytes))
        {
            Throw.NoMemoryForCache(bytes);
        }

        Tags = new RemovedTags(Memory.Start + (parts * partBytes), bytes);
        for (int i = 0; i < parts; i++)
        {
            _parts[i] = new CachePart(this, Memory.Start + (i * partBytes), partBytes);
        }

        if (options.MetricsName is { } name)
        {
            CacheMetrics.Caches.Add(name, this);
        }
    }

    /// <summary>The public type of the cache, for messages.</summary>
    public string Owner { get; }

    public RingMemory Memory { get; }

    public CacheClock Clock { get; }

    public RemovedTags Tags { get; }

    public CacheCounters Counters { get; }

    public bool ClearsOnEviction { get; }

    public long MaximumBytes { get; }

    public long MaximumEntryBytes => _parts[0].MaxBytes - RingCell.HeaderBytes - RingCell.MaxTermBytes;

    public bool IsDisposed { get; private set; }

    public long Count
    {
        get
        {
            long count = 0;
            foreach (CachePart part in _parts)
            {
                count += part.Count;
            }

            return count;
        }
    }

    public long TotalBytes
    {
        get
        {
            long bytes = IsDisposed ? 0 : _tagBytes;
            foreach (CachePart part in _parts)
            {
                bytes += part.ReadUsedBytes();
            }

            return bytes;
        }
    }

    /// <summary>The approximate number of values set.</summary>
    public long Sets => _parts.Sum(static part => part.Sets);

    /// <summary>The approximate number of values rejected.</summary>
    public long Rejected => _parts.Sum(static part => part.Rejected);

    /// <summary>Returns the approximate number of entries removed for a cause.</summary>
    public long CountOf(DropCause cause) => _parts.Sum(part => part.CountOf(cause));

    /// <summary>The approximate managed bytes, independent of the number of entries.</summary>
    public long ManagedBytes => 512 + CacheCounters.ManagedBytes + (_parts.Length * 400L);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGet(CacheKey key, Span<byte> destination, out int length)
    {
        // The caller's length may overlap the key, so it is set last.
        bool found = key.Overlaps(destination)
            ? TryGetOverlapping(key, destination, out int own)
            : TryGetNonOverlapping(key, destination, out own);
        length = own;
        return found;
    }

    /// <summary>Writes the value of a key to a writer. The writer is user code and may change the memory of the key.</summary>
    [SkipLocalsInit]
    public bool TryGet(CacheKey key, IBufferWriter<byte> writer)
    {
        using var copy = new OwnCacheKey(key, stackalloc byte[OwnCacheKey.StackBytes]);
        Span<byte> destination = writer.GetSpan();
        int length;
        while (!TryGet(copy.Key, destination, out length))
        {
            if (length == 0)
            {
                return false;
            }

            destination = writer.GetSpan(length);
            if (destination.Length < length)
            {
                Throw.SpanShorterThanSizeHint(length, destination.Length);
            }
        }

        writer.Advance(length);
        return true;
    }

    [SkipLocalsInit]
    public bool TryRead<TState, TResult>(
        CacheKey key, TState state, CacheReader<TState, TResult> read, [MaybeNullWhen(false)] out TResult result)
        where TState : allows ref struct
    {
        byte[]? rented = null;
        Span<byte> copy = stackalloc byte[StackBytes];
        try
        {
            int length;
            while (!TryGet(key, copy, out length))
            {
                if (length == 0)
                {
                    result = default;
                    return false;
                }

                Return(ref rented);
                copy = rented = ArrayPool<byte>.Shared.Rent(length);
            }

            result = read(copy[..length], state);
            return true;
        }
        finally
        {
            Return(ref rented);
        }
    }

    public bool Touch(CacheKey key)
    {
        CacheTime time = ReadTime(ref key);
        return key.IsAscii
            ? PartOf(key).Touch(key.Ascii, (uint)key.Hash, time)
            : PartOf(key).Touch(key.Chars, (uint)key.Hash, time);
    }

    public bool Set(CacheKey key, ReadOnlySpan<byte> value, in CacheEntryOptions options)
    {
        EntryTerms terms = TermsOf(in options);
        CacheTime time = ReadTime(ref key);
        return key.IsAscii
            ? PartOf(key).Set(key.Ascii, (uint)key.Hash, value, in terms, time)
            : PartOf(key).Set(key.Chars, (uint)key.Hash, value, in terms, time);
    }

    /// <summary>Rejects a value that is too large for any part, and removes the key.</summary>
    public void Reject(CacheKey key)
    {
        CacheTime time = ReadTime(ref key);
        if (key.IsAscii)
        {
            PartOf(key).Reject(key.Ascii, (uint)key.Hash, time);
        }
        else
        {
            PartOf(key).Reject(key.Chars, (uint)key.Hash, time);
        }
    }

    /// <summary>
    /// Sets a value from several segments, which are joined before the lock is taken. The segments may be user code, and may
    /// change the memory of the key.
    /// </summary>
    [SkipLocalsInit]
    public bool Set(CacheKey key, in ReadOnlySequence<byte> value, in CacheEntryOptions options)
    {
        using var copy = new OwnCacheKey(key, stackalloc byte[OwnCacheKey.StackBytes]);
        long length = SequenceCopy.LengthOf(in value);
        if (length > MaximumEntryBytes)
        {
            _ = TermsOf(in options);
            Reject(copy.Key);
            return false;
        }

        if (value.IsSingleSegment && value.FirstSpan is var only && only.Length == length)
        {
            return Set(copy.Key, only, in options);
        }

        byte[]? rented = ArrayPool<byte>.Shared.Rent((int)length);
        try
        {
            Span<byte> whole = rented.AsSpan(0, (int)length);
            SequenceCopy.Fill(whole, in value);
            return Set(copy.Key, whole, in options);
        }
        finally
        {
            Return(ref rented);
        }
    }

    public void GetOrSet(CacheKey key, Span<byte> value, in CacheEntryOptions options)
    {
        EntryTerms terms = TermsOf(in options);
        CacheTime time = ReadTime(ref key);
        if (key.IsAscii)
        {
            PartOf(key).GetOrSet(key.Ascii, (uint)key.Hash, value, in terms, time);
        }
        else
        {
            PartOf(key).GetOrSet(key.Chars, (uint)key.Hash, value, in terms, time);
        }
    }

    public bool Remove(CacheKey key)
    {
        CacheTime time = ReadTime(ref key);
        return key.IsAscii
            ? PartOf(key).Remove(key.Ascii, (uint)key.Hash, time)
            : PartOf(key).Remove(key.Chars, (uint)key.Hash, time);
    }

    public void RemoveByTag(ReadOnlySpan<char> tag)
    {
        ThrowIfDisposed();
        Tags.Remove(RemovedTags.HashOf(tag), _dropExpiredOrUntagged);

        // The table of tags does not keep its memory alive, but this object does.
        GC.KeepAlive(this);
    }

    public void Clear()
    {
        foreach (CachePart part in _parts)
        {
            part.Clear();
        }
    }

    public long Trim()
    {
        long bytes = 0;
        foreach (CachePart part in _parts)
        {
            bytes += part.Trim(Time);
        }

        return bytes;
    }

    public ByteCacheStatistics GetStatistics()
    {
        ThrowIfDisposed();
        return new ByteCacheStatistics
        {
            Count = Count,
            TotalBytes = TotalBytes,
            MaximumBytes = MaximumBytes,
            Hits = Counters.Hits,
            Misses = Counters.Misses,
            Sets = Sets,
            Evicted = CountOf(DropCause.Size),
            Expired = CountOf(DropCause.Expired),
            Replaced = CountOf(DropCause.Replaced),
            Removed = CountOf(DropCause.Removed),
            RemovedByTag = CountOf(DropCause.Tag),
            Rejected = Rejected,
        };
    }

    public void Dispose()
    {
        IsDisposed = true;
        foreach (CachePart part in _parts)
        {
            part.Retire();
        }

        Memory.Retire();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryGetNonOverlapping(CacheKey key, Span<byte> destination, out int length) =>
        key.IsAscii
            ? PartOf(key).TryGet(key.Ascii, (uint)key.Hash, destination, out length)
            : PartOf(key).TryGet(key.Chars, (uint)key.Hash, destination, out length);

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetOverlapping(CacheKey key, Span<byte> destination, out int length)
    {
        using var copy = new OwnCacheKey(key, stackalloc byte[OwnCacheKey.StackBytes]);
        return TryGetNonOverlapping(copy.Key, destination, out length);
    }

    // The upper half of the hash selects the part; the part uses the lower half.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private CachePart PartOf(CacheKey key) => _parts[(int)(key.Hash >> 32) & (_parts.Length - 1)];

    // The default value while no entry can expire. Read this property before a lock is taken, because the clock may be user
    // code.
    private CacheTime Time => Volatile.Read(ref _hasExpirations) ? Clock.Read(Volatile.Read(ref _hasMoments)) : default;

    private static long LimitOf(ByteCacheOptions options, PageSource pages) =>
        options.ShareOfMemory == 0 ? options.MaximumBytes
            : (long)Math.Clamp(pages.MemoryBytes * options.ShareOfMemory, ByteCacheOptions.SmallestMaximumBytes, long.MaxValue / 2);

    // A user's clock may change the memory of the key, so the key is hashed again.
    private CacheTime ReadTime(ref CacheKey key)
    {
        CacheTime time = Time;
        if (!Clock.IsSystem)
        {
            key = key.IsAscii ? new CacheKey(key.Ascii) : new CacheKey(key.Chars);
        }

        return time;
    }

    private static int PartsFor(long bytes, long entryBytes)
    {
        long wanted = Math.Max(Math.Min(Environment.ProcessorCount * PartsPerThread, MaxPartsForThreads), bytes / PreferredPartBytes);
        uint parts = BitOperations.RoundUpToPowerOf2((uint)Math.Min(wanted, MaxParts));
        while (parts > 1 && bytes / parts < Math.Max(MinPartBytes, EntriesPerPart * entryBytes))
        {
            parts /= 2;
        }

        return (int)parts;
    }

    private EntryTerms TermsOf(in CacheEntryOptions options)
    {
        long tagTime = Tags.Time;
        if (options is { Expiration: null, AbsoluteExpiration: null, Sliding: null, Tag: null }
            && _defaultExpiration == EntryTerms.Never)
        {
            return EntryTerms.None;
        }

        options.Validate();
        ulong tag = options.Tag is null ? 0 : RemovedTags.HashOf(options.Tag);
        long sliding = options.Sliding is { } span && span != Timeout.InfiniteTimeSpan ? CacheClock.Milliseconds(span) : 0;
        long life = options.Expiration is not { } expiration
            ? options.AbsoluteExpiration is null ? _defaultExpiration : EntryTerms.Never
            : expiration == Timeout.InfiniteTimeSpan ? EntryTerms.Never : CacheClock.Milliseconds(expiration);
        long moment = EntryTerms.Never;
        if (options.AbsoluteExpiration is { } given)
        {
            moment = given.UtcTicks;
            Volatile.Write(ref _hasMoments, true);
        }

        if (life == EntryTerms.Never && moment == EntryTerms.Never && sliding == 0)
        {
            return new EntryTerms(EntryTerms.Never, EntryTerms.Never, 0, 0, tag, tagTime);
        }

        Volatile.Write(ref _hasExpirations, true);
        CacheTime time = Clock.Read(moment != EntryTerms.Never);
        if (moment != EntryTerms.Never)
        {
            // Uses both clocks: the calendar may be set back, and time stamps may stop.
            long left = moment - time.Moment;
            life = Math.Min(life, left <= 0 ? 0 : CacheClock.Milliseconds(new TimeSpan(left)));
        }

        long end = life == EntryTerms.Never ? life : time.Now + life;
        return new EntryTerms(end, moment, sliding, time.Now, tag, tagTime);
    }

    // Does not read the time, because this method runs under the lock of the tags, and the clock may be user code.
    private void DropExpiredOrUntagged()
    {
        foreach (CachePart part in _parts)
        {
            part.DropExpiredOrUntagged(default);
        }
    }

    private void Return(ref byte[]? rented)
    {
        if (rented is not null)
        {
            byte[] returned = rented;
            rented = null;
            ArrayPool<byte>.Shared.Return(returned, ClearsOnEviction);
        }
    }

    private void ThrowIfDisposed()
    {
        if (IsDisposed)
        {
            Throw.CacheDisposed(Owner);
        }
    }
}
