using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Service;

/// <summary>A service's report on itself since the start of the measurement.</summary>
/// <param name="Collector">The garbage collector.</param>
/// <param name="FillSeconds">The time to fill the catalog.</param>
/// <param name="Products">The number of products that are in the catalog now.</param>
/// <param name="Updates">The total number of applied updates.</param>
/// <param name="Collections">Collections and pauses.</param>
/// <param name="ResidentBytes">Physical memory of the process.</param>
/// <param name="PeakResidentBytes">Peak physical memory of the process; 0 if the system does not report it.</param>
internal sealed record ServiceReport(
    string Collector,
    double FillSeconds,
    int Products,
    long Updates,
    CollectionStatistics Collections,
    long ResidentBytes,
    long PeakResidentBytes);
