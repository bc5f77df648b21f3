using System.Text.Json.Serialization;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>Source-generated JSON for the results of child processes.</summary>
[JsonSerializable(typeof(FormResult))]
[JsonSerializable(typeof(ReplacementResult))]
internal sealed partial class FormJson : JsonSerializerContext;
