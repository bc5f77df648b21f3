namespace Cenote.Samples.Cache.Measuring;

/// <summary>The load of a service.</summary>
/// <param name="Articles">The number of articles, and of lists.</param>
/// <param name="Megabytes">The limit of each of the two caches, in MiB.</param>
/// <param name="Seconds">The duration of the measurement, in seconds.</param>
/// <param name="Requests">Requests per second.</param>
/// <param name="ServerCollector">Whether the service uses the server garbage collector.</param>
internal sealed record LoadOptions(int Articles, int Megabytes, int Seconds, int Requests, bool ServerCollector);
