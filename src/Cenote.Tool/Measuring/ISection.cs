using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>A section of <c>cenote measure</c>, which measures one part of the library.</summary>
internal interface ISection
{
    /// <summary>The name of the section in <c>--only</c>.</summary>
    string Name { get; }

    /// <summary>The steps that make sense for a corpus.</summary>
    IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus);

    /// <summary>The steps that run the same code with an excerpt, however small it is.</summary>
    IReadOnlyList<MeasuredStep> Rehearsed(TextCorpus excerpt) => Steps(excerpt);
}
