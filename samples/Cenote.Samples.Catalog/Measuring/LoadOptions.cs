namespace Cenote.Samples.Catalog.Measuring;

/// <summary>The load of a service.</summary>
/// <param name="Products">The number of products in the catalog.</param>
/// <param name="Seconds">The duration of the measurement, in seconds.</param>
/// <param name="Requests">Requests per second.</param>
/// <param name="Updates">Updates per second.</param>
internal sealed record LoadOptions(int Products, int Seconds, int Requests, int Updates);
