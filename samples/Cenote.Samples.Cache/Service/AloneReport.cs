namespace Cenote.Samples.Cache.Service;

/// <summary>What a service says of itself when nothing else is asked of it.</summary>
/// <param name="GetMilliseconds">The median of gets of popular articles from the cache, one after the other, without HTTP.</param>
/// <param name="LiveBytes">What a full collection leaves of the managed heap.</param>
internal sealed record AloneReport(double GetMilliseconds, long LiveBytes);
