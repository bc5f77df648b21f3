using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

#pragma warning disable CA1000 // the type argument determines the expected file contents

namespace Cenote.Collections;

/// <content>Saving all entries to a file, and loading them.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>
    /// Saves all entries to a temporary file, flushes it to disk and renames it over the target; on failure, an existing file is
    /// unchanged. <see cref="Load(string, PooledStringDictionaryOptions?)"/> creates a dictionary from the file;
    /// <see cref="FrozenPooledStringDictionary{TValue}.Open(string)"/> looks up keys in the file itself.
    /// </summary>
    /// <param name="path">
    /// The file. Symbolic links are followed. A file that cannot be replaced, such as a mounted file, is written in place, and is
    /// lost if writing fails. Character devices are written to directly.
    /// </param>
    /// <remarks>
    /// Saving counts as reading: no thread may change the dictionary concurrently. Saving temporarily takes unmanaged memory of
    /// about a third of the file size. The file has a separate hash seed and does not reveal the seed of the process.
    /// </remarks>
    /// <exception cref="NotSupportedException">The values contain references.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="IOException">
    /// The file cannot be written, for example because the disk is full; or the path is a directory, a named pipe, a socket or a
    /// disk.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">Writing to the directory or the file is not permitted.</exception>
    public void Save(string path)
    {
        CheckSaveable();
        ThrowIfDisposed();
        SnapshotFile.Write(path, Save);
    }

    /// <summary>Saves all entries to a stream, which need not be seekable.</summary>
    /// <param name="stream">The destination. It is neither flushed nor closed.</param>
    /// <inheritdoc cref="Save(string)" path="/remarks"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="NotSupportedException">The values contain references.</exception>
    /// <exception cref="ObjectDisposedException">
    /// The dictionary is disposed, before the call or by the stream during writing.
    /// </exception>
    /// <exception cref="InvalidOperationException">The stream changes the dictionary during writing.</exception>
    public void Save(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        CheckSaveable();
        ThrowIfDisposed();
        Save(stream, isFile: false);
    }

    /// <summary>Creates a dictionary from the entries of a file, which is not needed afterwards.</summary>
    /// <param name="path">The file.</param>
    /// <param name="options">
    /// Options; null for the encoding and case sensitivity of the saved dictionary. With another encoding, or if the saved or
    /// the new dictionary ignores case, loading takes as long as adding all keys.
    /// </param>
    /// <returns>The dictionary. It uses the hash seed of this process, not the seed of the file.</returns>
    /// <exception cref="InvalidDataException">
    /// The file is not a snapshot, is damaged, or has another format version or value type. The message gives the cause and the
    /// remedy.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="path"/> is empty; or <see cref="PooledStringDictionaryOptions.IgnoreCase"/> is set, was not set when
    /// saving, and two keys differ only in case.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="NotSupportedException">The values contain references.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public static PooledStringDictionary<TValue> Load(string path, PooledStringDictionaryOptions? options = null)
    {
        CheckSaveable();
        using FileStream file = SnapshotFile.OpenRead(path);
        return Load(file, options, overlaps: true, PageSource.System);
    }

    /// <summary>Creates a dictionary from the entries of a snapshot in a stream, which need not be seekable.</summary>
    /// <param name="stream">
    /// The stream, positioned at the snapshot. Afterwards it is positioned after the snapshot, where another snapshot may follow.
    /// </param>
    /// <param name="options">
    /// Options, as for <see cref="Load(string, PooledStringDictionaryOptions?)"/>. For untrusted data in a stream that is not
    /// seekable, set <see cref="PooledStringDictionaryOptions.MaximumBytes"/>.
    /// </param>
    /// <inheritdoc cref="Load(string, PooledStringDictionaryOptions?)" path="/returns"/>
    /// <exception cref="InvalidDataException">
    /// The stream contains no snapshot of this type, the snapshot is damaged, or it has another format version or value type.
    /// The message gives the cause and the remedy.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <see cref="PooledStringDictionaryOptions.IgnoreCase"/> is set, was not set when saving, and two keys differ only in
    /// case.
    /// </exception>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="IOException">The stream throws this exception, or returns an invalid number of bytes.</exception>
    /// <exception cref="NotSupportedException">The values contain references.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public static PooledStringDictionary<TValue> Load(Stream stream, PooledStringDictionaryOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        CheckSaveable();
        return Load(stream, options, overlaps: false, PageSource.System);
    }

    internal static PooledStringDictionary<TValue> Load(
        Stream stream, PooledStringDictionaryOptions? options, bool overlaps, PageSource pages)
    {
        options?.Validate();
        SnapshotSaver.ThrowIfBigEndian();
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        SnapshotHeader header = SnapshotHeader.Read(stream, start);
        EntrySnapshot<TValue>.Check(in header);
        KeyEncoding encoding = EntrySnapshot<TValue>.EncodingOf(header.Flags);
        bool ignoredCase = (header.Flags & SnapshotFlags.IgnoresCase) != SnapshotFlags.None;
        options ??= new PooledStringDictionaryOptions { KeyEncoding = encoding, IgnoreCase = ignoredCase };
        return options.IgnoreCase || ignoredCase || options.KeyEncoding != encoding
            ? LoadByAdding(stream, start, in header, options, pages)
            : LoadAsIs(stream, in header, options, overlaps, pages);
    }

    /// <summary>Whether keys that differ only in case are equal.</summary>
    internal bool IgnoresCase => _index.IgnoresCase;

    internal static void CheckSaveable()
    {
        if (!EntryLayout<TValue>.IsInline)
        {
            Throw.ValuesHaveReferences<TValue>();
        }
    }

    internal void Save(Stream stream, bool isFile)
    {
        SnapshotFlags flags = (_index.IsCompact ? SnapshotFlags.Compact : SnapshotFlags.None)
            | (_index.StoresUtf8 ? SnapshotFlags.Utf8 : SnapshotFlags.None)
            | (_index.IgnoresCase ? SnapshotFlags.IgnoresCase : SnapshotFlags.None)
            | (_index.StoresUtf8 && _mayNeedOtherUtf8Form ? SnapshotFlags.HasReplacement : SnapshotFlags.None);
        int count = Count;
        long version = Version;
        SnapshotSaver.Save(
            stream,
            isFile,
            EntrySnapshot<TValue>.Describe(flags),
            new DictionaryCells(_index.Cells),
            count,
            EntrySnapshot<TValue>.ValueBytes,
            hasIds: false,
            () => CheckUnchanged(count, version));
        GC.KeepAlive(this);
    }

    // Removing a key changes the count, but not the version.
    private void CheckUnchanged(int count, long version)
    {
        ThrowIfDisposed();
        if (count != Count || version != Version)
        {
            Throw.ChangedWhileSaved();
        }
    }

    private static PooledStringDictionary<TValue> LoadAsIs(
        Stream stream, in SnapshotHeader header, PooledStringDictionaryOptions options, bool overlaps, PageSource pages)
    {
        var dictionary = new PooledStringDictionary<TValue>(options.With(options.KeyEncoding, ignoreCase: false, capacity: 0), pages);
        try
        {
            if (!new SnapshotLoader(stream, in header).TryLoad(ref dictionary._index, options.Capacity, overlaps))
            {
                AddressSpace space = dictionary._index.Space;
                Throw.NoMemoryForSnapshot((long)header.Count, space.LimitReached, space.MaximumBytes);
            }

            dictionary._mayNeedOtherUtf8Form |= (header.Flags & SnapshotFlags.HasReplacement) != SnapshotFlags.None;
            return dictionary;
        }
        catch
        {
            dictionary.Dispose();
            throw;
        }
    }

    [DoesNotReturn]
    private static void ThrowKeyTwice(ReadOnlySpan<char> key, in SnapshotHeader header, PooledStringDictionaryOptions options)
    {
        if (options.IgnoreCase && (header.Flags & SnapshotFlags.IgnoresCase) == SnapshotFlags.None)
        {
            Throw.KeyExists(nameof(options), key, options.ClearOnFree);
        }

        Throw.SnapshotHasDuplicateKey();
    }

    private static PooledStringDictionary<TValue> LoadByAdding(
        Stream stream,
        ReadOnlySpan<byte> start,
        in SnapshotHeader header,
        PooledStringDictionaryOptions options,
        PageSource pages)
    {
        SnapshotImage image = SnapshotImage.Copy(stream, start, in header, pages);
        PooledStringDictionary<TValue>? dictionary = null;
        var buffer = new KeyBuffer();
        try
        {
            image.VerifySums();
            int capacity = Math.Max(options.Capacity, image.Count);
            dictionary = new PooledStringDictionary<TValue>(
                options.With(options.KeyEncoding, options.IgnoreCase, capacity), pages);
            ulong next = 0;
            KeyCell* cell;
            while ((cell = image.Next(ref next, EntryLayout<TValue>.TextOffset, out uint form)) != null)
            {
                ReadOnlySpan<char> key = buffer.Read(cell, form, EntryLayout<TValue>.TextOffset);
                if (!dictionary.AddIfAbsent(key, dictionary.ValueOf(cell)))
                {
                    ThrowKeyTwice(key, in header, options);
                }
            }

            return dictionary;
        }
        catch
        {
            dictionary?.Dispose();
            throw;
        }
        finally
        {
            buffer.Clear();
            image.Retire();
        }
    }
}
