using System.Text.Json.Serialization;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>Source-generated JSON for what child processes answer.</summary>
[JsonSerializable(typeof(FormResult))]
internal sealed partial class FormJson : JsonSerializerContext;
