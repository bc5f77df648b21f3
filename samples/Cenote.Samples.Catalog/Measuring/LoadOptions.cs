namespace Cenote.Samples.Catalog.Measuring;

/// <summary>What a service is given to do.</summary>
/// <param name="Products">Products in the catalog.</param>
/// <param name="Seconds">How long it is measured.</param>
/// <param name="Requests">Requests a second.</param>
/// <param name="Updates">Updates a second.</param>
internal sealed record LoadOptions(int Products, int Seconds, int Requests, int Updates);
