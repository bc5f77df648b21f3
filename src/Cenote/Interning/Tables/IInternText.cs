using Cenote.Text;

namespace Cenote.Interning;

/// <summary>A key and its equality rule. Implemented by structs, so that each search is compiled for its kind of key.</summary>
internal interface IInternText
{
    /// <summary>The length in chars.</summary>
    int Length { get; }

    ulong Hash();

    ulong Hash(SipHash keyed);

    bool Matches(string candidate);
}
