namespace Cenote.IO;

/// <summary>The state of the search for the end of a record.</summary>
internal enum FieldState : byte
{
    /// <summary>Outside quotes.</summary>
    Plain,

    /// <summary>After an opening quote.</summary>
    Quoted,

    /// <summary>After a closing quote. If another quote follows, it was an escaped quote.</summary>
    Closed,
}
