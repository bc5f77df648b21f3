using System.Text.Json.Serialization;

namespace Cenote.Samples;

/// <summary>Source-generated JSON for the results of child processes.</summary>
[JsonSerializable(typeof(FormResult))]
internal sealed partial class FormJson : JsonSerializerContext;
