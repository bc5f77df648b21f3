using Cenote.Tool.Measuring;

namespace Cenote.Tool.Sections;

/// <summary>All sections, in the order of the report.</summary>
internal static class SectionList
{
    public static IReadOnlyList<ISection> All { get; } =
    [
        new StringsSection(), new CollectionsSection(), new InterningSection(), new SortSection(), new ObjectsSection(),
        new BuffersSection(), new CachesSection(),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(section => section.Name)];
}
