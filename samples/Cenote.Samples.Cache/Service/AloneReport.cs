namespace Cenote.Samples.Cache.Service;

/// <summary>A service's report when no requests are running.</summary>
/// <param name="GetMilliseconds">Median time to get a popular article from the cache on one thread, without HTTP.</param>
/// <param name="LiveBytes">The size of the managed heap after a full collection, in bytes.</param>
internal sealed record AloneReport(double GetMilliseconds, long LiveBytes);
