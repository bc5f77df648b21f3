namespace Cenote.Tool.Input;

/// <summary>How a file is split into strings.</summary>
internal enum SplitBy
{
    /// <summary>A string for each line; LF, CR LF and CR end one.</summary>
    Line,

    /// <summary>A string for each run of chars that are not white space.</summary>
    Word,

    /// <summary>A string for each field between delimiters, quoted according to RFC 4180.</summary>
    Field,
}
