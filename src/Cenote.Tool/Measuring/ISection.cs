using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>A part of the library, as <c>cenote measure</c> tests it.</summary>
internal interface ISection
{
    /// <summary>Its name in <c>--only</c>.</summary>
    string Name { get; }

    /// <summary>The steps that make sense for a corpus.</summary>
    IReadOnlyList<MeasuredStep> Steps(TextCorpus corpus);

    /// <summary>The steps that go through the same code with an excerpt, however little it is.</summary>
    IReadOnlyList<MeasuredStep> Rehearsed(TextCorpus excerpt) => Steps(excerpt);
}
