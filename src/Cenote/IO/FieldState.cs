namespace Cenote.IO;

/// <summary>Where in a record the search for its end is.</summary>
internal enum FieldState : byte
{
    /// <summary>Not within quotes.</summary>
    Plain,

    /// <summary>After an opening quote.</summary>
    Quoted,

    /// <summary>After a quote that closes, unless another one follows.</summary>
    Closed,
}
