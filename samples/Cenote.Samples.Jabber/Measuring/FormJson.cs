using System.Text.Json.Serialization;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>Source-generated JSON for what child processes answer.</summary>
[JsonSerializable(typeof(FormResult))]
[JsonSerializable(typeof(ReplacementResult))]
internal sealed partial class FormJson : JsonSerializerContext;
