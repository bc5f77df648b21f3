using Cenote.Files;

namespace Cenote.Memory.Snapshots;

/// <summary>Reads and writes snapshot files, which are read-only because other processes may have mapped them.</summary>
internal static class SnapshotFile
{
    /// <summary>Writes a complete snapshot through <see cref="FileTarget"/>.</summary>
    /// <param name="path">The target path. Links are followed.</param>
    /// <param name="write">
    /// Writes the content. Its second argument is true if the stream is a regular file, which may be written on other threads.
    /// </param>
    public static void Write(string path, Action<Stream, bool> write) => FileTarget.Find(path).Write(FileTarget.ReadOnly, write);

    /// <summary>Opens a snapshot for reading. While it is open, .NET programs cannot open it exclusively.</summary>
    public static FileStream OpenRead(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, bufferSize: 0);
    }
}
