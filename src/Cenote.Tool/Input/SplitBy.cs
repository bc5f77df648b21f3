namespace Cenote.Tool.Input;

/// <summary>How a file is split into strings.</summary>
internal enum SplitBy
{
    /// <summary>One string per line. A line ends at LF, CR LF or CR.</summary>
    Line,

    /// <summary>One string per run of chars that are not white space.</summary>
    Word,

    /// <summary>One string per field between delimiters, quoted according to RFC 4180.</summary>
    Field,
}
