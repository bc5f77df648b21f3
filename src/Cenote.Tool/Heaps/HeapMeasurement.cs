using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Heaps;

/// <summary>A measurement with strings of a place.</summary>
/// <param name="Place">The place.</param>
/// <param name="Strings">
/// The number of strings used: all copies of some distinct strings of the place, or individual strings if few are distinct.
/// </param>
/// <param name="Section">Steps and figures, as in <c>cenote measure</c>.</param>
/// <param name="Advice">The recommendations, by the rules of <c>cenote measure</c>.</param>
internal sealed record HeapMeasurement(string Place, long Strings, SectionResult Section, IReadOnlyList<AdviceItem> Advice);
