using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

namespace Cenote.Collections;

/// <content>Saving all strings to a file, and loading them.</content>
public sealed partial class PooledStringSet
{
    private PooledStringSet(PooledStringDictionary<NoValue> keys, bool ignoresCase)
    {
        _keys = keys;
        _ignoresCase = ignoresCase;
    }

    /// <summary>
    /// Saves all strings to a temporary file, flushes it to disk and renames it over the target; on failure, an existing file is
    /// unchanged. <see cref="Load(string, PooledStringDictionaryOptions?)"/> creates a set from the file;
    /// <see cref="FrozenPooledStringSet.Open(string)"/> looks up strings in the file itself.
    /// </summary>
    /// <param name="path">
    /// The file. Symbolic links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is
    /// lost if writing fails. Character devices are written to directly.
    /// </param>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Save(string)" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full; or the path is a directory, a named pipe, a socket or a
    /// disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Writing to the directory or the file is not permitted.</exception>
    public void Save(string path) => _keys.Save(path);

    /// <summary>Saves all strings to a stream, which need not be seekable.</summary>
    /// <param name="stream">The destination. It is neither flushed nor closed.</param>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">
    /// The set is disposed, before the call or by the stream during writing.
    /// </exception>
    /// <exception cref="InvalidOperationException">The stream changes the set during writing.</exception>
    public void Save(Stream stream) => _keys.Save(stream);

    /// <summary>Creates a set from the strings of a file, which is not needed afterwards.</summary>
    /// <param name="path">The file.</param>
    /// <param name="options">
    /// Options; null for the encoding and case sensitivity of the saved set. With another encoding, or if the saved or the new
    /// set ignores case, loading takes as long as adding all strings.
    /// </param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Load(string, PooledStringDictionaryOptions?)" path="/exception"/>
    public static PooledStringSet Load(string path, PooledStringDictionaryOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options, overlaps: true);
    }

    /// <summary>Creates a set from the strings of a snapshot in a stream, which need not be seekable.</summary>
    /// <param name="stream">
    /// The stream, positioned at the snapshot. Afterwards it is positioned after the snapshot, where another snapshot may follow.
    /// </param>
    /// <param name="options">Options, as for <see cref="Load(string, PooledStringDictionaryOptions?)"/>.</param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Load(Stream, PooledStringDictionaryOptions?)" path="/exception"/>
    public static PooledStringSet Load(Stream stream, PooledStringDictionaryOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return Load(stream, options, overlaps: false);
    }

    private static PooledStringSet Load(Stream stream, PooledStringDictionaryOptions? options, bool overlaps)
    {
        var keys = PooledStringDictionary<NoValue>.Load(stream, options, overlaps, PageSource.System);
        return new PooledStringSet(keys, keys.IgnoresCase);
    }
}
