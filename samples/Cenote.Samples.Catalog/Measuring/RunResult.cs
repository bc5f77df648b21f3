using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>The outcome for one form of catalog under one garbage collector.</summary>
/// <param name="Form">Which form.</param>
/// <param name="ServerCollector">Whether the server garbage collector ran.</param>
/// <param name="Load">What the load generator saw.</param>
/// <param name="Service">What the service said.</param>
internal sealed record RunResult(string Form, bool ServerCollector, LoadResult Load, ServiceReport Service);
