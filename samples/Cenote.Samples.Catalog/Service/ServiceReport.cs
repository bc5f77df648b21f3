using Cenote.Measurement;

namespace Cenote.Samples.Catalog.Service;

/// <summary>What a service says of itself, since the measurement was started.</summary>
/// <param name="Collector">Which garbage collector runs.</param>
/// <param name="FillSeconds">How long it took to fill the catalog.</param>
/// <param name="Products">Products in the catalog now.</param>
/// <param name="Updates">Updates that were applied, in all.</param>
/// <param name="Collections">Collections and pauses.</param>
/// <param name="ResidentBytes">Physical memory that the process has now.</param>
/// <param name="PeakResidentBytes">The most it had since it started; 0 where the system does not say.</param>
internal sealed record ServiceReport(
    string Collector,
    double FillSeconds,
    int Products,
    long Updates,
    CollectionStatistics Collections,
    long ResidentBytes,
    long PeakResidentBytes);
