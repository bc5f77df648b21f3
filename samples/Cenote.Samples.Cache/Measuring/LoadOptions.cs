namespace Cenote.Samples.Cache.Measuring;

/// <summary>What a service is given to do.</summary>
/// <param name="Articles">How many articles there are, and how many lists.</param>
/// <param name="Megabytes">The limit of each of the two caches, in MiB.</param>
/// <param name="Seconds">How long it is measured.</param>
/// <param name="Requests">Requests a second.</param>
/// <param name="ServerCollector">Whether it gets the server garbage collector.</param>
internal sealed record LoadOptions(int Articles, int Megabytes, int Seconds, int Requests, bool ServerCollector);
