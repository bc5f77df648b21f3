using System.Text.Json.Serialization;

namespace Cenote.Samples;

/// <summary>Source-generated JSON for what child processes answer.</summary>
[JsonSerializable(typeof(FormResult))]
internal sealed partial class FormJson : JsonSerializerContext;
