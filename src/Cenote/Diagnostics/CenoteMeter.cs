using System.Diagnostics.Metrics;

namespace Cenote.Diagnostics;

/// <summary>The meter <c>Cenote</c>, created with the first named instance and kept for the lifetime of the process.</summary>
internal static class CenoteMeter
{
    public static readonly Meter Meter = new("Cenote");
}
