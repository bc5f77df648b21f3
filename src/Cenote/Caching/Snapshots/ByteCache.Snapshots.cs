using Cenote.Memory.Snapshots;

namespace Cenote.Caching;

/// <content>Warm restarts: saving the entries to a file, and loading them.</content>
public sealed partial class ByteCache
{
    /// <summary>
    /// Saves the entries to a file, for the next start of the program: to a temporary one next to it, which is flushed to the disk
    /// and renamed over it. When anything fails, a former file stays as it was.
    /// </summary>
    /// <param name="path">
    /// The file. Links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is lost if
    /// writing fails. Character devices are written to directly.
    /// </param>
    /// <remarks>
    /// Safe while other threads use the cache. Each part is copied under its lock and written without one, so an entry that is
    /// set or removed during the call may or may not be saved. The copy takes unmanaged memory in proportion to the entries of
    /// one part. Entries with a <see cref="CacheEntryOptions.Tag"/> are not saved, because the cache has only their hashes, which
    /// are not valid in another process.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full, or it is a directory, a named pipe, a socket or a disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The folder or the file may not be written.</exception>
    public void Save(string path) => SnapshotFile.Write(path, _store.Save);

    /// <summary>Saves the entries to a stream, which need not be able to seek.</summary>
    /// <param name="stream">The destination. It is neither flushed nor closed. Its methods may use the cache.</param>
    /// <inheritdoc cref="Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The cache is disposed.</exception>
    public void Save(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        _store.Save(stream, overlaps: false);
    }

    /// <summary>Makes a cache with the entries of a file that have not expired meanwhile.</summary>
    /// <param name="path">The file, which is not needed any more afterwards.</param>
    /// <param name="options">Limit, clock and defaults; null for 64 MiB. Entries that do not fit are evicted as always.</param>
    /// <returns>
    /// The cache. What an entry has left of its life is what the calendar says: it goes on between two processes. How often it was
    /// asked for is forgotten.
    /// </returns>
    /// <exception cref="InvalidDataException">
    /// The file is no snapshot of a cache, or a damaged one, or one of another version of the format. The message says which, and
    /// what to do.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <inheritdoc cref="ByteCache(ByteCacheOptions?)" path="/exception"/>
    public static ByteCache Load(string path, ByteCacheOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options);
    }

    /// <summary>Makes a cache with the entries of a snapshot in a stream that have not expired meanwhile.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It need not be able to seek, and is not closed.</param>
    /// <param name="options">As for <see cref="Load(string, ByteCacheOptions?)"/>.</param>
    /// <inheritdoc cref="Load(string, ByteCacheOptions?)"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws it, or says that it has read what it cannot have.</exception>
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
