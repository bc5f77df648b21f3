using Cenote.Measurement;

namespace Cenote.Samples.Cache.Service;

/// <summary>What a service says of itself, since the measurement was started.</summary>
/// <param name="Collector">Which garbage collector runs.</param>
/// <param name="FillSeconds">How long it took to fill the cache.</param>
/// <param name="ArticleHitRatio">The share of articles that were in the cache.</param>
/// <param name="ListHitRatio">The share of lists that output caching answered.</param>
/// <param name="Collections">Collections and pauses.</param>
/// <param name="ManagedBytes">The managed heap after its last collection, with the garbage that it left.</param>
/// <param name="LargeObjectBytes">What of that is large objects: those of 85,000 bytes and more.</param>
/// <param name="ResidentBytes">Physical memory that the process has now.</param>
/// <param name="PeakResidentBytes">The most it had since it started; 0 where the system does not say.</param>
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
