namespace Cenote.Tool.Input;

/// <summary>Lists the files of a command line: those that it names, and those in the folders that it names.</summary>
internal static class SourceFiles
{
    // Following links to parent folders would never end.
    private static readonly EnumerationOptions s_everything = new()
    {
        RecurseSubdirectories = true,
        IgnoreInaccessible = true,
        AttributesToSkip = FileAttributes.ReparsePoint | FileAttributes.System | FileAttributes.Device,
    };

    /// <summary>
    /// The files of some paths; those of a folder are sorted by name, without hidden and empty ones. Each has a flag that states
    /// whether it was named.
    /// </summary>
    public static IReadOnlyList<(string Path, bool IsNamed)> Of(IReadOnlyList<string> paths) =>
        [.. paths.SelectMany(path => Directory.Exists(path) ? InFolder(path) : [(path, true)])];

    private static IEnumerable<(string Path, bool IsNamed)> InFolder(string folder)
    {
        try
        {
            return
            [
                .. Directory.EnumerateFiles(folder, "*", s_everything)
                    .Where(path => !Path.GetRelativePath(folder, path).Split(Path.DirectorySeparatorChar)
                        .Any(part => part.StartsWith('.')))
                    .Where(HasLength)
                    .Order(StringComparer.Ordinal)
                    .Select(path => (path, false)),
            ];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw ToolException.Usage($"'{folder}' cannot be read: {exception.Message}");
        }
    }

    // Named pipes, sockets and devices have no length, and reading some would never return.
    private static bool HasLength(string path) => new FileInfo(path) is { Exists: true, Length: > 0 };
}
