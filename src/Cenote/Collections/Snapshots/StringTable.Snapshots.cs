using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <content>Saving all strings with their ids, and loading them.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>
    /// Saves all strings with their ids to a temporary file, flushes it to disk and renames it over the target; on failure, an
    /// existing file is unchanged. <see cref="Load(string, StringTableOptions?)"/> creates a table from the file;
    /// <see cref="FrozenStringTable.Open(string)"/> uses the file itself.
    /// </summary>
    /// <param name="path">
    /// The file. Symbolic links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is
    /// lost if writing fails. Character devices are written to directly.
    /// </param>
    /// <remarks>
    /// Concurrent lookups are allowed. Strings added during the call are not saved. Threads that add strings or dispose the table
    /// wait until the file is written, or, with a stream, only while strings are copied. The file has a separate hash seed and
    /// does not reveal the seed of the process.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full; or the path is a directory, a named pipe, a socket or a
    /// disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Writing to the directory or the file is not permitted.</exception>
    public void Save(string path) => SnapshotFile.Write(path, Save);

    /// <summary>Saves all strings with their ids to a stream, which need not be seekable.</summary>
    /// <param name="stream">The destination. It is neither flushed nor closed.</param>
    /// <inheritdoc cref="Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The table was disposed before or during the call.</exception>
    public void Save(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        Save(stream, isFile: false);
    }

    /// <summary>Creates a table from the strings and ids of a file, which is not needed afterwards.</summary>
    /// <param name="path">The file.</param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <returns>The table. Loading takes as long as adding all strings.</returns>
    /// <exception cref="InvalidDataException">
    /// The file is not a snapshot of a table, is damaged, or has another format version. The message gives the cause and the
    /// remedy.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public static StringTable Load(string path, StringTableOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options);
    }

    /// <summary>Creates a table from the strings and ids of a snapshot in a stream.</summary>
    /// <param name="stream">The stream, positioned at the snapshot. It need not be seekable, and is not closed.</param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <inheritdoc cref="Load(string, StringTableOptions?)" path="/returns"/>
    /// <exception cref="InvalidDataException">
    /// The stream contains no snapshot of a table, the snapshot is damaged, or it has another format version. The message gives
    /// the cause and the remedy.
    /// </exception>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="IOException">The stream throws this exception, or returns an invalid number of bytes.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public static StringTable Load(Stream stream, StringTableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        SnapshotImage image = SnapshotImage.OpenCopy(stream, FrozenStringTable.Check, PageSource.System);
        StringTable? table = null;
        try
        {
            image.VerifySums();
            table = new StringTable(options);
            for (int id = 0; id < image.Count; id++)
            {
                if (table.GetOrAdd(FrozenStringTable.TextOf(image, id)) != id)
                {
                    Throw.DuplicateString(id);
                }
            }

            return table;
        }
        catch
        {
            table?.Dispose();
            throw;
        }
        finally
        {
            image.Retire();
        }
    }

    // Cells neither move nor change, but another owner may get the memory of a disposed table, so the lock is held while cells
    // are read. The lock is released while the caller's stream is written, because the stream may be user code.
    private void Save(Stream stream, bool isFile)
    {
        lock (_addLock)
        {
            ThrowIfDisposed();
            int count = _count;
            SnapshotSaver.Save(
                stream,
                isFile,
                FrozenStringTable.Header,
                new TableCells(_firstCell, count),
                count,
                sizeof(int),
                hasIds: true,
                ThrowIfDisposed,
                isFile ? null : _addLock);
        }

        GC.KeepAlive(this);
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.TableDisposed();
        }
    }
}
