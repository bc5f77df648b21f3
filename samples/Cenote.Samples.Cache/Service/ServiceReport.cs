using Cenote.Measurement;

namespace Cenote.Samples.Cache.Service;

/// <summary>A service's report on itself since the start of the measurement.</summary>
/// <param name="Collector">The garbage collector.</param>
/// <param name="FillSeconds">The time to fill the cache.</param>
/// <param name="ArticleHitRatio">The share of lookups of articles that the cache served.</param>
/// <param name="ListHitRatio">The share of requests for lists that the output cache served.</param>
/// <param name="Collections">Collections and pauses.</param>
/// <param name="ManagedBytes">The size of the managed heap after its last collection, including the remaining garbage.</param>
/// <param name="LargeObjectBytes">The part of this size in large objects, which take at least 85,000 bytes.</param>
/// <param name="ResidentBytes">Physical memory of the process.</param>
/// <param name="PeakResidentBytes">Peak physical memory of the process; 0 if the system does not report it.</param>
internal sealed record ServiceReport(
    string Collector,
    double FillSeconds,
    double ArticleHitRatio,
    double ListHitRatio,
    CollectionStatistics Collections,
    long ManagedBytes,
    long LargeObjectBytes,
    long ResidentBytes,
    long PeakResidentBytes);
