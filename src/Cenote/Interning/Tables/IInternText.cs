using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// A text that is looked up, and the rule by which it equals others. A struct, so that each search is compiled for its kind.
/// </summary>
internal interface IInternText
{
    /// <summary>Chars.</summary>
    int Length { get; }

    ulong Hash();

    ulong Hash(SipHash keyed);

    bool Matches(string candidate);
}
