namespace Cenote.Tool.Sections.Interning;

/// <summary>
/// One string for each distinct text. Implemented by structs, so that the loops over a generic argument are compiled for each of them alone
/// and call nothing virtually.
/// </summary>
internal interface IInterner : IDisposable
{
    /// <summary>The string of a text.</summary>
    string Intern(ReadOnlySpan<char> text);
}
