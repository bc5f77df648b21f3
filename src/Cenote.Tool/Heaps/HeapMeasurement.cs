using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Heaps;

/// <summary>What was measured with strings of a place.</summary>
/// <param name="Place">The place.</param>
/// <param name="Strings">How many of its strings it was measured with: all strings of some of its texts.</param>
/// <param name="Section">Steps and figures, as <c>cenote measure</c> has them.</param>
/// <param name="Advice">What follows from them, by the rules of <c>cenote measure</c>.</param>
internal sealed record HeapMeasurement(string Place, long Strings, SectionResult Section, IReadOnlyList<AdviceItem> Advice);
