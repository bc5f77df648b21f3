using Cenote.Text;

namespace Cenote.Interning;

/// <summary>An ASCII key, looked up without widening it in memory.</summary>
internal readonly ref struct AsciiText : IInternText
{
    private readonly ref byte _first;

    public AsciiText(ReadOnlySpan<byte> text)
    {
        _first = ref MemoryMarshal.GetReference(text);
        Length = text.Length;
    }

    public int Length { get; }

    private ReadOnlySpan<byte> Span => MemoryMarshal.CreateReadOnlySpan(ref _first, Length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Hash() => KeyHash.ComputeLong(Span);

    public ulong Hash(SipHash keyed) => keyed.ComputeLong(Span);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Matches(string candidate) =>
        candidate.Length == Length
        && KeyText.EqualsNarrow(ref _first, ref MemoryMarshal.GetReference(candidate.AsSpan()), (uint)Length);
}
