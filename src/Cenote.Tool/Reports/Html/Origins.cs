using System.Collections.Frozen;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Reports.Html;

/// <summary>Distinguishes contenders of .NET from those of Cenote.</summary>
internal static class Origins
{
    /// <summary>The contenders that are part of .NET.</summary>
    public static FrozenSet<string> OfDotNet { get; } = FrozenSet.Create(
        StringComparer.Ordinal,
        StringsSection.ManagedArray,
        StringsSection.ManagedList,
        StringsSection.SetArray,
        StringsSection.Managed,
        CollectionsSection.Managed,
        CollectionsSection.ManagedSpan,
        CollectionsSection.Frozen,
        InterningSection.Plain,
        InterningSection.Runtime,
        InterningSection.Set,
        InterningSection.Concurrent,
        SortSection.ArraySort,
        ObjectsSection.NewBuffers,
        ObjectsSection.SharedBuffers,
        ObjectsSection.NewBuilders,
        BuffersSection.NewArray,
        BuffersSection.SharedArray,
        BuffersSection.NewBuilders,
        CachesSection.Managed);

    /// <summary>The fill of a contender's bar.</summary>
    public static string FillOf(string contender) => OfDotNet.Contains(contender) ? BarPart.Managed : BarPart.Cenote;
}
