namespace Cenote.Tool.Input;

/// <summary>Detects tables by the names of files.</summary>
internal static class TableNames
{
    /// <summary>Whether tabs separate the fields.</summary>
    public static bool IsTabSeparated(string path) => ExtensionOf(path) is ".TSV" or ".TAB";

    /// <summary>Whether the file is a table.</summary>
    public static bool IsTable(string path) => IsTabSeparated(path) || ExtensionOf(path) == ".CSV";

    private static string ExtensionOf(string path)
    {
        string unpacked = path.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? Path.GetFileNameWithoutExtension(path) : path;
        return Path.GetExtension(unpacked).ToUpperInvariant();
    }
}
