using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>A short text in UTF-8, as <see cref="KeyText.DecodeShort"/> has decoded it.</summary>
internal readonly ref struct DecodedText : IInternText
{
    private readonly ref readonly Vector512<ushort> _chars;

    /// <param name="chars">Its chars, with zeros behind them.</param>
    /// <param name="length">How many there are.</param>
    public DecodedText(ref readonly Vector512<ushort> chars, int length)
    {
        _chars = ref chars;
        Length = length;
    }

    public int Length { get; }

    private ReadOnlySpan<char> Span => KeyText.CharsOf(in _chars, Length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong SampledHash() => Hash();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Hash() => KeyHash.ComputeLong(in _chars, Length);

    public ulong Hash(SipHash keyed) => keyed.ComputeLong(Span);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Matches(string candidate) => candidate.Length == Length && KeyText.EqualsShort(in _chars, candidate);

    public string Create() => new(Span);
}
