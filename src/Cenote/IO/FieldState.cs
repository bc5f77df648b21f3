namespace Cenote.IO;

/// <summary>The state of the search for the end of a record.</summary>
internal enum FieldState : byte
{
    /// <summary>Outside quotes.</summary>
    Plain,

    /// <summary>After an opening quote.</summary>
    Quoted,

    /// <summary>After a quote in a quoted field; the field ends there unless another quote follows.</summary>
    Closed,
}
