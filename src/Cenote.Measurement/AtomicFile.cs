namespace Cenote.Measurement;

/// <summary>Writes files that are either complete or not there at all.</summary>
public static class AtomicFile
{
    /// <summary>
    /// Writes a temporary file beside the target, flushes it to the disk and renames it over the target. When anything fails,
    /// a full disk for instance, the temporary file is deleted and a former target stays as it was.
    /// </summary>
    /// <param name="path">The target.</param>
    /// <param name="write">Writes the content.</param>
    /// <exception cref="IOException">The file could not be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory or the target may not be written.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        ArgumentNullException.ThrowIfNull(write);

        string target = Path.GetFullPath(path);
        string temporary = $"{target}.{Guid.NewGuid():N}.tmp";
        try
        {
            using (var stream = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                write(stream);
                stream.Flush(flushToDisk: true);
            }

            File.Move(temporary, target, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }
}
