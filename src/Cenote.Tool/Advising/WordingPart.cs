using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>A part of a <see cref="Wording"/>.</summary>
/// <param name="Text">The text.</param>
/// <param name="IsName">Whether it is the name of a contender or of a type, rather than words.</param>
[StructLayout(LayoutKind.Auto)]
[method: JsonConstructor]
internal readonly record struct WordingPart(
    string Text,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool IsName = false);
