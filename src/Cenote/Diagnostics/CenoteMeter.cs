using System.Diagnostics.Metrics;

namespace Cenote.Diagnostics;

/// <summary>The meter <c>Cenote</c>. It is made when the first structure with a name is, and lives as long as the process.</summary>
internal static class CenoteMeter
{
    public static readonly Meter Meter = new("Cenote");
}
