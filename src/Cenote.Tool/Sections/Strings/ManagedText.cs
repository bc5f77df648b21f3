namespace Cenote.Tool.Sections.Strings;

/// <summary>
/// A managed string. An array of these is laid out as a <c>string[]</c>; the struct keeps generic loops from being shared with
/// other reference types, which would cost managed strings a type check for each element they store.
/// </summary>
internal readonly record struct ManagedText(string Value);
