using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>The results for one form of catalog with one garbage collector.</summary>
/// <param name="Form">The name of the form.</param>
/// <param name="ServerCollector">Whether the server garbage collector ran.</param>
/// <param name="Load">The results of the load generator.</param>
/// <param name="Service">The report of the service.</param>
internal sealed record RunResult(string Form, bool ServerCollector, LoadResult Load, ServiceReport Service);
