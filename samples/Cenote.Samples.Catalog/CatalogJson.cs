using System.Text.Json.Serialization;
using Cenote.Samples.Catalog.Measuring;
using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog;

/// <summary>Source-generated JSON for the responses of services and the results file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(ServiceReport))]
[JsonSerializable(typeof(IReadOnlyList<RunResult>))]
internal sealed partial class CatalogJson : JsonSerializerContext;
