namespace Cenote.Samples.Cache.Service;

/// <summary>A service's report without load.</summary>
/// <param name="GetMilliseconds">Median time to get a popular article from the cache on one thread, without HTTP.</param>
/// <param name="LiveBytes">Size of the managed heap after a full collection.</param>
internal sealed record AloneReport(double GetMilliseconds, long LiveBytes);
