namespace Cenote.Memory.Pages;

/// <summary>The addresses, warm pages, or both, that a disposed owner leaves to the next one.</summary>
internal readonly unsafe struct CachedRange
{
    public required Reservation Reservation { get; init; }

    /// <summary>Size of the range in bytes; only an owner that requests exactly this size can reuse it.</summary>
    public required nuint Bytes { get; init; }

    public required RangeState State { get; init; }

    /// <summary>The addresses; null if only warm pages are left to the next owner.</summary>
    public AddressRange? Range { get; init; }

    /// <summary>Resident pages: those of the range itself, or others that will be moved there.</summary>
    public byte* Warm { get; init; }

    public nuint WarmBytes { get; init; }

    /// <summary>Bytes that the system counts as used while the range is cached.</summary>
    public long UsedBytes { get; init; }

    /// <summary>Bytes of disposed owners that the next owner inherits, or prevents from being released.</summary>
    public long InheritedBytes => Range == null ? (long)WarmBytes : UsedBytes;

    public bool IsInPlace => Range != null && Range.Address == Warm;

    /// <summary>Whether the range fits an owner that requests this many bytes, and zeros if <paramref name="zeroed"/>.</summary>
    public bool Serves(nuint bytes, bool zeroed) => Bytes == bytes && (!IsInPlace || !zeroed || State == RangeState.Zeroed);
}
