using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

namespace Cenote.Interning;

/// <content>Saving all texts with their ids to a file, and loading them.</content>
public sealed unsafe partial class StringTable
{
    /// <summary>
    /// Saves all texts with their ids to a file: to a temporary one next to it, which is flushed to the disk and renamed over it.
    /// When anything fails, a former file stays as it was. <see cref="Load(string, StringTableOptions?)"/> makes a table of it
    /// again, <see cref="FrozenStringTable.Open(string)"/> uses the file itself.
    /// </summary>
    /// <param name="path">
    /// The file. Links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is lost if
    /// writing fails. Character devices are written to directly.
    /// </param>
    /// <remarks>
    /// Other threads can look up texts during the call. Texts that are added during the call are not saved. Adding a text and
    /// disposing the table wait while texts are copied, but not while a stream is written. The file contains the secrets of its
    /// hash, but not those of this process.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full, or it is a directory, a named pipe, a socket or a disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The folder or the file may not be written.</exception>
    public void Save(string path) => SnapshotFile.Write(path, Save);

    /// <summary>Saves all texts with their ids to a stream, which need not be able to seek.</summary>
    /// <param name="stream">Where to. It is neither flushed nor closed.</param>
    /// <inheritdoc cref="Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The table was disposed before or during the call.</exception>
    public void Save(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        Save(stream, isFile: false);
    }

    /// <summary>Makes a table with the texts of a file, each with the id that it had.</summary>
    /// <param name="path">The file, which is not needed any more afterwards.</param>
    /// <param name="options">Room and limit; null for the defaults.</param>
    /// <returns>The table. It takes as long as adding all texts.</returns>
    /// <exception cref="InvalidDataException">
    /// The file is no snapshot of a table, or a damaged one, or one of another version of the format. The message says which, and
    /// what to do.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the texts.</exception>
    public static StringTable Load(string path, StringTableOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options);
    }

    /// <summary>Makes a table with the texts of a snapshot in a stream, each with the id that it had.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It need not be able to seek, and is not closed.</param>
    /// <param name="options">Room and limit; null for the defaults.</param>
    /// <inheritdoc cref="Load(string, StringTableOptions?)"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws it, or says that it has read what it cannot have.</exception>
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
                    Throw.TextComesTwice(id);
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

    // Cells neither move nor change, but the memory of a disposed table may be another owner's. So the lock is held while cells are
    // read. It is released while the stream is written, because the stream may be user code.
    private void Save(Stream stream, bool isFile)
    {
        lock (_adding)
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
                isFile ? null : _adding);
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
