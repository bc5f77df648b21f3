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
    /// Saves all strings to a file: to a temporary one next to it, which is flushed to the disk and renamed over it. When anything
    /// fails, a former file stays as it was. <see cref="Load(string, PooledStringDictionaryOptions?)"/> makes a set of it again,
    /// <see cref="FrozenPooledStringSet.Open(string)"/> looks strings up in the file itself.
    /// </summary>
    /// <param name="path">
    /// The file. Links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is lost if
    /// writing fails. Character devices are written to directly.
    /// </param>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Save(string)" path="/remarks"/>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full, or it is a directory, a named pipe, a socket or a disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The folder or the file may not be written.</exception>
    public void Save(string path) => _keys.Save(path);

    /// <summary>Saves all strings to a stream, which need not be able to seek.</summary>
    /// <param name="stream">Where to. It is neither flushed nor closed.</param>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The set is disposed, before or by the stream while it is written.</exception>
    /// <exception cref="InvalidOperationException">The stream changes the set while it is written.</exception>
    public void Save(Stream stream) => _keys.Save(stream);

    /// <summary>Makes a set with the strings of a file, which is not needed any more afterwards.</summary>
    /// <param name="path">The file.</param>
    /// <param name="options">
    /// How the set is made; null for the encoding of the one that was saved, and whether it ignored case. Other options than those
    /// make loading take as long as adding all strings.
    /// </param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="PooledStringDictionary{TValue}.Load(string, PooledStringDictionaryOptions?)" path="/exception"/>
    public static PooledStringSet Load(string path, PooledStringDictionaryOptions? options = null)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options, overlaps: true);
    }

    /// <summary>Makes a set with the strings of a snapshot in a stream, which need not be able to seek.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It is behind the snapshot afterwards, where another one may follow.</param>
    /// <param name="options">As for <see cref="Load(string, PooledStringDictionaryOptions?)"/>.</param>
    /// <inheritdoc cref="Load(string, PooledStringDictionaryOptions?)"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws it, or says that it has read what it cannot have.</exception>
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
