using Cenote.Memory.Snapshots;

namespace Cenote.Caching;

/// <content>Warm restarts: saving and loading entries.</content>
public sealed partial class ByteCache
{
    /// <summary>
    /// Saves the entries to a file, for a warm restart. The data is written to a temporary file in the same folder, flushed to
    /// disk and renamed. On failure an existing file is unchanged.
    /// </summary>
    /// <param name="path">
    /// The file. Symbolic links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is
    /// lost if writing fails. Character devices are written to directly.
    /// </param>
    /// <remarks>
    /// Thread-safe. Each part is copied under its lock and written without it, so an entry that is set or removed during the call
    /// may or may not be saved. The copy takes unmanaged memory proportional to the entries of one part. Entries with a
    /// <see cref="CacheEntryOptions.Tag"/> are not saved: the cache has only tag hashes, which are not valid in another process.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The write failed, for example because the disk is full; or the path is a directory, pipe, socket or disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Write access to the folder or the file is denied.</exception>
    public void Save(string path) => SnapshotFile.Write(path, _store.Save);

    /// <summary>Saves the entries to a stream, which need not be seekable.</summary>
    /// <param name="stream">The destination. It is neither flushed nor closed. Its methods may use the cache.</param>
    /// <inheritdoc cref="Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void Save(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        _store.Save(stream, overlaps: false);
    }

    /// <summary>Creates a cache from the unexpired entries of a file.</summary>
    /// <param name="path">The file, which is no longer needed afterwards.</param>
    /// <param name="options">Limit, clock and defaults; null for 64 MiB. Entries that do not fit are evicted.</param>
    /// <returns>
    /// The cache. Remaining lifetimes are computed from calendar time, so the time between the two processes counts. Use counts
    /// are not restored.
    /// </returns>
    /// <exception cref="InvalidDataException">
    /// The file is not a cache snapshot, is damaged, or has another format version. The message explains what to do.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <inheritdoc cref="ByteCache(ByteCacheOptions?)" path="/exception"/>
    public static ByteCache Load(string path, ByteCacheOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options);
    }

    /// <summary>Creates a cache from the unexpired entries of a snapshot in a stream.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It need not be seekable, and is not closed.</param>
    /// <param name="options">As for <see cref="Load(string, ByteCacheOptions?)"/>.</param>
    /// <inheritdoc cref="Load(string, ByteCacheOptions?)" path="/returns"/>
    /// <exception cref="InvalidDataException">
    /// The stream contains no cache snapshot, the snapshot is damaged, or it has another format version. The message explains
    /// what to do.
    /// </exception>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws this exception, or returns an invalid number of bytes.</exception>
    /// <inheritdoc cref="ByteCache(ByteCacheOptions?)" path="/exception"/>
    public static ByteCache Load(Stream stream, ByteCacheOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var cache = new ByteCache(options);
        try
        {
            cache._store.Load(stream);
            return cache;
        }
        catch
        {
            cache.Dispose();
            throw;
        }
    }
}
