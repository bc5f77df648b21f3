using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;
using Cenote.Text;

namespace Cenote.Collections;

/// <summary>
/// A read-only <see cref="StringTable"/> in a file written by <see cref="StringTable.Save(string)"/>. Except on Windows, it opens
/// in O(1), and all processes that open it share its memory.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Finding an id or reading a string allocates nothing. Disposal during use is safe: concurrent calls
/// either complete or throw <see cref="ObjectDisposedException"/>.</para>
/// <para>Spans point into the mapped file or its copy, and do not keep the table alive. <see cref="Dispose"/> describes how long
/// they stay valid.</para>
/// <para>The remarks of <see cref="FrozenPooledStringDictionary{TValue}"/> on copies, damaged files and files that are changed
/// in place apply here too.</para>
/// </remarks>
/// <example>
/// Store ids in one process, and read their strings in another one:
/// <code>
/// string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.cenote");
/// int id;
/// using (var states = new StringTable())
/// {
///     id = states.GetOrAdd("Yucatán");
///     states.Save(path);
/// }
///
/// using (var states = FrozenStringTable.Open(path))
/// {
///     Console.WriteLine(states.AsSpan(id).ToString());   // prints Yucatán
/// }
///
/// File.Delete(path);
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe class FrozenStringTable : IDisposable, IDebugItems
{
    private readonly SnapshotImage _image;

    internal FrozenStringTable(SnapshotImage image) => _image = image;

    /// <summary>Maps a file, so that all processes that open it share its memory. On Windows, the file is copied.</summary>
    /// <param name="path">The file. It must not be changed in place while it is open; replacing it is safe.</param>
    /// <returns>The table.</returns>
    /// <remarks>O(1), or O(file size) if the file is copied.</remarks>
    /// <exception cref="InvalidDataException">
    /// The file is not a snapshot of a table, its header is damaged, or it has another format version. The message gives the
    /// cause and the remedy.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="OutOfMemoryException">The file is copied, and the operating system refuses the memory.</exception>
    public static FrozenStringTable Open(string path) => new(SnapshotImage.Open(path, Check, PageSource.System));

    /// <summary>Opens a file and copies it into memory, for files that other programs may change in place.</summary>
    /// <param name="path">The file. It may be changed once this method returns.</param>
    /// <returns>The table.</returns>
    /// <inheritdoc cref="Open(string)" path="/exception"/>
    public static FrozenStringTable OpenCopy(string path) => new(SnapshotImage.OpenCopy(path, Check, PageSource.System));

    /// <summary>Copies a snapshot from a stream into memory.</summary>
    /// <param name="stream">The stream, positioned at the snapshot. It need not be seekable, and is not closed.</param>
    /// <returns>The table.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="InvalidDataException">
    /// The stream contains no snapshot of a table, the snapshot is truncated or its header damaged, or it has another format
    /// version.
    /// </exception>
    /// <exception cref="IOException">The stream throws this exception, or returns an invalid number of bytes.</exception>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory.</exception>
    public static FrozenStringTable OpenCopy(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return new(SnapshotImage.OpenCopy(stream, Check, PageSource.System));
    }

    /// <summary>Number of strings, from the header; 0 once the table is disposed.</summary>
    public int Count => _image.IsRetired ? 0 : _image.Count;

    /// <summary>Whether the table is disposed.</summary>
    public bool IsDisposed => _image.IsRetired;

    /// <summary>Whether the memory is the mapped file, shared with other processes, rather than a copy.</summary>
    public bool IsMapped => _image.IsMapped;

    /// <summary>Bytes of the mapped or copied file; 0 once the table is disposed.</summary>
    public long FileBytes => _image.IsRetired ? 0 : (long)_image.Header.FileBytes;

    /// <summary>Finds the id of a string.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="id">The id, or -1.</param>
    /// <returns>False if the table does not contain the string.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public bool TryGetId(ReadOnlySpan<char> text, out int id) =>
        Finish(_image.Find(text, EntryLayout<int>.TextOffset), out id);

    /// <summary>Finds the id of a UTF-8 string.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can have the same id.
    /// </param>
    /// <param name="id">The id, or -1.</param>
    /// <inheritdoc cref="TryGetId(ReadOnlySpan{char}, out int)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryGetId(ReadOnlySpan<byte> utf8, out int id) =>
        KeyText.IsAscii(utf8)
            ? Finish(_image.Find(utf8, EntryLayout<int>.TextOffset), out id)
            : TryGetIdDecoded(utf8, out id);

    /// <summary>Returns the string for an id.</summary>
    /// <param name="id">An id of this table.</param>
    /// <returns>The string, valid until the table is disposed. The span does not keep the table alive.</returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The table has no such id.</exception>
    /// <exception cref="InvalidDataException">The file is damaged: the id has no valid string.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public ReadOnlySpan<char> AsSpan(int id)
    {
        if (!TryGetSpan(id, out ReadOnlySpan<char> text))
        {
            ThrowUnknownId(id);
        }

        return text;
    }

    /// <summary>
    /// Returns the string for an id, unless the id is unknown, its string is damaged, or the table is disposed.
    /// </summary>
    /// <param name="id">Any number.</param>
    /// <param name="text">The string, valid until the table is disposed. The span does not keep the table alive.</param>
    /// <returns>False if there is no such string.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGetSpan(int id, out ReadOnlySpan<char> text)
    {
        KeyCell* cell = _image.CellOf(id, EntryLayout<int>.TextOffset, out uint form);
        bool found = cell != null && !KeyCell.IsNarrowForm(form) && !KeyCell.IsFreeForm(form);
        text = found ? new ReadOnlySpan<char>((byte*)cell + EntryLayout<int>.TextOffset, KeyCell.LengthOf(form)) : default;
        Volatile.ReadBarrier();
        if (_image.IsRetired)
        {
            text = default;
            return false;
        }

        GC.KeepAlive(_image);
        return found;
    }

    /// <summary>Checks the whole snapshot: every checksum, and that every string and every id is found. O(file size).</summary>
    /// <exception cref="InvalidDataException">The snapshot is damaged; the message gives the cause.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public void Verify()
    {
        ThrowIfDisposed();
        try
        {
            _image.Verify(EntryLayout<int>.TextOffset);
        }
        catch (InvalidDataException)
        {
            // Disposal may replace the copy of a file with zeros.
            ThrowIfDisposed();
            throw;
        }
    }

    /// <summary>
    /// Disposes the table. The memory of a copy is released at once, and its spans then read zeros or old data. A mapped file
    /// stays mapped until the table is garbage collected, and normally for at least 10 seconds after that.
    /// </summary>
    public void Dispose() => _image.Retire();

    internal static SnapshotHeader Header
    {
        get
        {
            var header = new SnapshotHeader { Kind = SnapshotKind.StringTable, TextOffset = (uint)EntryLayout<int>.TextOffset };
            ValueLayout<int>.Describe(ref header);
            return header;
        }
    }

    internal static void Check(in SnapshotHeader header)
    {
        header.CheckKind(SnapshotKind.StringTable);
        ValueLayout<int>.Check(in header);
        header.CheckTextOffset((uint)EntryLayout<int>.TextOffset);
        header.CheckIds();
    }

    /// <exception cref="InvalidDataException">The id has no valid string.</exception>
    internal static ReadOnlySpan<char> TextOf(SnapshotImage image, int id)
    {
        KeyCell* cell = image.CellOf(id, EntryLayout<int>.TextOffset, out uint form);
        if (cell == null || KeyCell.IsNarrowForm(form) || KeyCell.IsFreeForm(form))
        {
            Throw.IdHasNoString(id);
        }

        return new ReadOnlySpan<char>((byte*)cell + EntryLayout<int>.TextOffset, KeyCell.LengthOf(form));
    }

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    // The index of each string is its id.
    Array IDebugItems.DebugItems => Enumerable.Range(0, Count).Select(id => AsSpan(id).ToString()).ToArray();

    // Does not check that the id stored with a string is the string's position in the file; Verify does.
    private bool Finish(KeyCell* cell, out int id)
    {
        bool found = cell != null;
        id = found ? Unsafe.ReadUnaligned<int>((byte*)cell + KeyCell.ValueOffset) : -1;
        Volatile.ReadBarrier();
        ThrowIfDisposed();
        GC.KeepAlive(_image);
        return found;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryGetIdDecoded(ReadOnlySpan<byte> utf8, out int id)
    {
        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryGetId(text.Chars, out id);
    }

    private void ThrowUnknownId(int id)
    {
        ThrowIfDisposed();
        if ((uint)id < (uint)_image.Count)
        {
            Throw.IdHasNoString(id);
        }

        Throw.NotInTable(nameof(id), id, _image.Count);
    }

    private void ThrowIfDisposed()
    {
        if (_image.IsRetired)
        {
            Throw.FrozenTableDisposed();
        }
    }
}
