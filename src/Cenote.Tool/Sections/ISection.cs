using Cenote.Tool.Input;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections;

/// <summary>A part of the library, as <c>cenote measure</c> puts it to the test. Add one to <see cref="SectionList"/>.</summary>
internal interface ISection
{
    /// <summary>What <c>--only</c> calls it.</summary>
    string Name { get; }

    /// <summary>The steps that make sense for a corpus.</summary>
    IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus);
}
