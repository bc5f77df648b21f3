using Cenote.Text;

namespace Cenote.Interning;

/// <summary>A UTF-16 key, compared char by char.</summary>
/// <remarks>
/// Stores the parts of the span, because the JIT compiler keeps them in registers, unlike a span in a struct.
/// </remarks>
internal readonly ref struct OrdinalText : IInternText
{
    private readonly ref char _first;

    public OrdinalText(ReadOnlySpan<char> text)
    {
        _first = ref MemoryMarshal.GetReference(text);
        Length = text.Length;
    }

    public int Length { get; }

    private ReadOnlySpan<char> Span => MemoryMarshal.CreateReadOnlySpan(ref _first, Length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Hash() => KeyHash.ComputeLong(Span);

    public ulong Hash(SipHash keyed) => keyed.ComputeLong(Span);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Matches(string candidate) =>
        candidate.Length == Length
        && KeyText.EqualsUtf16(
            ref Unsafe.As<char, byte>(ref _first),
            ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(candidate.AsSpan())),
            (nuint)(uint)Length * sizeof(char));
}
