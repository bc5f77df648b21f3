using Cenote.Files;

namespace Cenote.Heap;

/// <summary>Reads the owners of files and processes; Linux only.</summary>
internal static class FileOwner
{
    private const uint Root = 0;

    /// <summary>The effective user of a process, who owns the files that it creates; null if it has exited.</summary>
    public static uint? OfProcess(int process)
    {
        try
        {
            string? line = File.ReadLines($"/proc/{process}/status")
                .FirstOrDefault(static line => line.StartsWith("Uid:", StringComparison.Ordinal));
            return line?.Split('\t') is [_, _, var effective, ..] && uint.TryParse(effective, out uint user) ? user : null;
        }
        catch (IOException)
        {
            // The process has ended.
            return null;
        }
    }

    /// <summary>
    /// Whether only root or the current user can have placed a file: they own the file and its parent folders, and no other user
    /// can replace it.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="top">The topmost folder to check.</param>
    public static bool IsTrusted(string path, string top)
    {
        for (string? at = path; at is not null && at.Length >= top.Length; at = Path.GetDirectoryName(at))
        {
            if (!IsTrusted(at))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsTrusted(string path)
    {
        try
        {
            return FileStatus.Of(path) is { } found && IsTrusted(found);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    // By convention, a group with the same id as its user contains only that user. In a sticky folder no user can replace another
    // user's file.
    private static bool IsTrusted(FileStatus found)
    {
        bool isOpen = found.Mode.HasFlag(UnixFileMode.OtherWrite)
            || (found.Mode.HasFlag(UnixFileMode.GroupWrite) && found.Group != found.User);
        return (found.User == Root || found.User == FileStatus.Self)
            && (!isOpen || (found.Mode.HasFlag(UnixFileMode.StickyBit) && found.Kind == FileKind.Directory));
    }
}
