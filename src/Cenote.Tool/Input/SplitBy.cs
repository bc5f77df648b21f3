namespace Cenote.Tool.Input;

/// <summary>How a file is split into strings.</summary>
internal enum SplitBy
{
    /// <summary>One string per line. A line ends at LF, CR LF or CR.</summary>
    Line,

    /// <summary>One string per run of chars that are not white space.</summary>
    Word,

    /// <summary>
    /// One string per field between delimiters. By default, fields can be quoted as in RFC 4180, unless tabs separate them.
    /// </summary>
    Field,
}
