using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// A UTF-16 key, compared like <see cref="StringComparer.OrdinalIgnoreCase"/>. Its hash always uses a secret key.
/// </summary>
internal readonly ref struct FoldedText : IInternText
{
    // Spreads 32 bits over 64, because the upper bits are the tag.
    private const ulong Spread = 0x9E37_79B9_7F4A_7C15;

    private readonly ref char _first;

    public FoldedText(ReadOnlySpan<char> text)
    {
        _first = ref MemoryMarshal.GetReference(text);
        Length = text.Length;
    }

    public int Length { get; }

    private ReadOnlySpan<char> Span => MemoryMarshal.CreateReadOnlySpan(ref _first, Length);

    public ulong Hash() => (uint)string.GetHashCode(Span, StringComparison.OrdinalIgnoreCase) * Spread;

    public ulong Hash(SipHash keyed) => Hash();

    public bool Matches(string candidate) =>
        candidate.Length == Length && Span.Equals(candidate, StringComparison.OrdinalIgnoreCase);
}
