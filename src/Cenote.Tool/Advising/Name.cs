namespace Cenote.Tool.Advising;

/// <summary>A name within a <see cref="Wording"/>: of a contender or of a type.</summary>
internal readonly record struct Name(string Text);
