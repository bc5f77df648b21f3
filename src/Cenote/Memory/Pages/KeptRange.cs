namespace Cenote.Memory.Pages;

/// <summary>What is left of an ended owner for the next one: addresses, warm pages, or both.</summary>
internal readonly unsafe struct KeptRange
{
    public required Reservation Reservation { get; init; }

    /// <summary>Bytes of addresses that the next owner must ask for.</summary>
    public required nuint Bytes { get; init; }

    public required RangeState State { get; init; }

    /// <summary>The addresses; null if the reservation is used up.</summary>
    public AddressRange? Range { get; init; }

    /// <summary>Pages that have memory behind them: those of the range itself, or others, to be moved there.</summary>
    public byte* Warm { get; init; }

    public nuint WarmBytes { get; init; }

    public bool IsInPlace => Range != null && Range.Address == Warm;

    /// <summary>Whether an owner that asks for this many bytes can have it.</summary>
    public bool Serves(nuint bytes, bool zeroed) => Bytes == bytes && (!IsInPlace || !zeroed || State == RangeState.Zeroed);
}
